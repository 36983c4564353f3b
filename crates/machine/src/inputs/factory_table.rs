//! What public constructors, methods and fields of the library give as inputs: one row for each way to make an object.
//!
//! A reference of one of the types that a row serves may be what the row makes, from arguments that are inputs themselves. The
//! library's own code runs; what it refuses by an exception is no input. A replay makes the same call.

/// A way to make objects.
pub(crate) struct Row {
    /// Declared types of references that it serves, internal names.
    pub(crate) serves: &'static [&'static str],
    /// The class that is made, or whose member gives the object.
    pub(crate) class: &'static str,
    pub(crate) making: Making,
    pub(crate) arguments: &'static [Argument],
    /// Whether these are all objects of the class, as far as anybody can tell.
    pub(crate) is_complete: bool,
}

/// How it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Making {
    /// A string or a box, which the machine makes itself.
    Plain,
    Constructor,
    /// A static method that gives an object of the class.
    Static(&'static str),
    /// A static method that keeps some of its results, which nobody should rely on: the constructor with the same parameters,
    /// which is not public, makes each of them anew.
    Kept(&'static str),
    /// A method of the first argument, which is of the class, and the type it gives.
    On(&'static str, &'static str),
    /// A constant: a static field of a type.
    Field(&'static str, &'static str),
    /// The class itself, as `String.class`.
    Literal,
}

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// A value of this type (a descriptor) that nothing else of the input refers to; not null.
    Own(&'static str),
    /// The same with the type arguments of the reference.
    OwnOf(&'static str),
    /// A number of this type (a descriptor) that is not zero.
    NotZero(&'static str),
    /// As `Own`; the number is one that is not refused, for objects that nobody looks into.
    Usually(&'static str, i32),
    /// Anything of this type (a descriptor), null and objects met before included.
    Any(&'static str),
    /// Anything of the type argument with this number, for a parameter of type `Object`.
    Element(usize),
}

use Argument::{Any, Element, NotZero, Own, OwnOf, Usually};
use Making::{Constructor, Field, Kept, Literal, On, Plain, Static};

const TEXT: Argument = Own("Ljava/lang/String;");
const MESSAGE: Argument = Any("Ljava/lang/String;");
const INT: Argument = Own("I");
const DAY: Argument = Usually("I", 1);
const LONG: Argument = Own("J");
const BOOLEAN: Argument = Own("Z");
const BYTES: Argument = Own("[B");

const CHAR_SEQUENCE: &str = "java/lang/CharSequence";
const COMPARABLE: &str = "java/lang/Comparable";
const NUMBER: &str = "java/lang/Number";
const APPENDABLE: &str = "java/lang/Appendable";
const CLASS: &str = "java/lang/Class";
const TYPE: &str = "java/lang/reflect/Type";
const LOCALE: &str = "java/util/Locale";
const CHARSET: &str = "java/nio/charset/Charset";
const STANDARD_CHARSETS: &str = "java/nio/charset/StandardCharsets";

const fn all(class: &'static [&'static str], making: Making, arguments: &'static [Argument]) -> Row {
    Row { serves: class, class: class[0], making, arguments, is_complete: true }
}

const fn some(class: &'static [&'static str], making: Making, arguments: &'static [Argument]) -> Row {
    Row { serves: class, class: class[0], making, arguments, is_complete: false }
}

/// A class that is made for references of other types only.
const fn of(
    class: &'static str,
    serves: &'static [&'static str],
    making: Making,
    arguments: &'static [Argument],
) -> Row {
    Row { serves, class, making, arguments, is_complete: false }
}

const fn constant(class: &'static [&'static str], holder: &'static str, name: &'static str) -> Row {
    some(class, Field(holder, name), &[])
}

/// The order of rows is the order in which they are tried.
pub(crate) const TABLE: &[Row] = &[
    // Text.
    of("java/lang/String", &[CHAR_SEQUENCE, COMPARABLE], Plain, &[]),
    all(
        &["java/lang/StringBuilder", CHAR_SEQUENCE, APPENDABLE, "java/lang/AbstractStringBuilder"],
        Constructor,
        &[TEXT],
    ),
    all(&["java/lang/StringBuffer"], Constructor, &[TEXT]),
    // Numbers.
    of("java/lang/Integer", &[NUMBER, COMPARABLE], Plain, &[]),
    of("java/lang/Long", &[NUMBER], Plain, &[]),
    of("java/lang/Double", &[NUMBER], Plain, &[]),
    of("java/lang/Float", &[NUMBER], Plain, &[]),
    of("java/lang/Short", &[NUMBER], Plain, &[]),
    of("java/lang/Byte", &[NUMBER], Plain, &[]),
    constant(&["java/math/BigInteger"], "java/math/BigInteger", "ZERO"),
    some(&["java/math/BigInteger"], Kept("valueOf"), &[NotZero("J")]),
    some(&["java/math/BigDecimal"], Constructor, &[Own("Ljava/math/BigInteger;"), INT]),
    all(&["java/util/concurrent/atomic/AtomicInteger"], Constructor, &[INT]),
    all(&["java/util/concurrent/atomic/AtomicLong"], Constructor, &[LONG]),
    all(&["java/util/concurrent/atomic/AtomicBoolean"], Constructor, &[BOOLEAN]),
    all(&["java/util/concurrent/atomic/AtomicReference"], Constructor, &[Element(0)]),
    some(&["java/util/Random", "java/util/random/RandomGenerator"], Constructor, &[LONG]),
    some(&["java/util/BitSet"], Static("valueOf"), &[Own("[J")]),
    all(&["java/util/UUID"], Constructor, &[LONG, LONG]),
    // Time.
    some(&["java/util/Date"], Constructor, &[LONG]),
    all(&["java/time/LocalDate"], Static("of"), &[DAY, DAY, DAY]),
    all(&["java/time/LocalTime"], Static("of"), &[INT, INT, INT, INT]),
    all(&["java/time/LocalDateTime"], Static("of"), &[Own("Ljava/time/LocalDate;"), Own("Ljava/time/LocalTime;")]),
    all(&["java/time/Period"], Static("of"), &[INT, INT, INT]),
    all(&["java/time/Duration"], Static("ofSeconds"), &[LONG, LONG]),
    all(&["java/time/Instant"], Static("ofEpochSecond"), &[LONG, LONG]),
    // What is walked through once.
    of(
        "java/util/ArrayList",
        &["java/util/Iterator"],
        On("iterator", "java/util/Iterator"),
        &[OwnOf("Ljava/util/ArrayList;")],
    ),
    of(
        "java/util/ArrayList",
        &["java/util/ListIterator"],
        On("listIterator", "java/util/ListIterator"),
        &[OwnOf("Ljava/util/ArrayList;")],
    ),
    of(
        "java/util/Vector",
        &["java/util/Enumeration"],
        On("elements", "java/util/Enumeration"),
        &[OwnOf("Ljava/util/Vector;")],
    ),
    of(
        "java/util/ArrayList",
        &["java/util/stream/Stream", "java/util/stream/BaseStream"],
        On("stream", "java/util/stream/Stream"),
        &[OwnOf("Ljava/util/ArrayList;")],
    ),
    of("java/util/AbstractMap$SimpleEntry", &["java/util/Map$Entry"], Constructor, &[Element(0), Element(1)]),
    some(&["java/util/AbstractMap$SimpleEntry"], Constructor, &[Element(0), Element(1)]),
    // Streams of characters and bytes.
    some(&["java/io/StringReader", "java/io/Reader", "java/lang/Readable"], Constructor, &[TEXT]),
    some(&["java/io/BufferedReader"], Constructor, &[Own("Ljava/io/Reader;")]),
    some(&["java/io/StringWriter", "java/io/Writer"], Constructor, &[]),
    some(&["java/io/PrintWriter"], Constructor, &[Own("Ljava/io/Writer;")]),
    some(&["java/io/ByteArrayInputStream", "java/io/InputStream"], Constructor, &[BYTES]),
    some(&["java/io/ByteArrayOutputStream", "java/io/OutputStream"], Constructor, &[]),
    some(&["java/io/PrintStream"], Constructor, &[Own("Ljava/io/OutputStream;")]),
    some(&["java/util/Scanner"], Constructor, &[TEXT]),
    some(&["java/util/StringTokenizer"], Constructor, &[TEXT]),
    some(&["java/util/StringJoiner"], Constructor, &[Own("Ljava/lang/CharSequence;")]),
    some(&["java/util/regex/Pattern"], Static("compile"), &[TEXT]),
    some(&["java/io/File"], Constructor, &[TEXT]),
    // Constants.
    some(
        &[CLASS, TYPE, "java/lang/reflect/GenericDeclaration", "java/lang/reflect/AnnotatedElement"],
        Field("java/lang/Integer", "TYPE"),
        &[],
    ),
    literal("java/lang/Object"),
    literal("java/lang/String"),
    literal("java/lang/Integer"),
    literal("java/util/List"),
    literal("[I"),
    constant(&[LOCALE], LOCALE, "ROOT"),
    constant(&[LOCALE], LOCALE, "US"),
    constant(&[LOCALE], LOCALE, "FRANCE"),
    constant(&[CHARSET], STANDARD_CHARSETS, "UTF_8"),
    constant(&[CHARSET], STANDARD_CHARSETS, "ISO_8859_1"),
    constant(&[CHARSET], STANDARD_CHARSETS, "UTF_16"),
    // Exceptions.
    some(&["java/lang/Throwable"], Constructor, &[MESSAGE]),
    some(&["java/lang/Exception", "java/lang/Throwable"], Constructor, &[MESSAGE]),
    some(&["java/lang/RuntimeException", "java/lang/Throwable", "java/lang/Exception"], Constructor, &[MESSAGE]),
    some(&["java/lang/Error", "java/lang/Throwable"], Constructor, &[MESSAGE]),
    some(&["java/lang/IllegalArgumentException"], Constructor, &[MESSAGE]),
    some(&["java/lang/IllegalStateException"], Constructor, &[MESSAGE]),
    some(&["java/lang/InterruptedException"], Constructor, &[MESSAGE]),
    some(&["java/io/IOException"], Constructor, &[MESSAGE]),
    // The rest.
    some(&["java/lang/Thread"], Constructor, &[]),
    some(&["java/util/concurrent/locks/ReentrantLock", "java/util/concurrent/locks/Lock"], Constructor, &[]),
];

const fn literal(class: &'static str) -> Row {
    of(class, &[CLASS, TYPE], Literal, &[])
}
