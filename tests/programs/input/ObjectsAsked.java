// An Object of the input that is asked for a type whose objects the library makes may turn out to be one of them.
// run: text
// args: --method ObjectsAsked.text
// verdict: violated
// violation: AssertionError at text:@text
// run: other
// args: --method ObjectsAsked.otherText
// verdict: bounded
// reason: of java.lang.CharSequence only String, new StringBuilder(String) were tried
// run: collection
// args: --method ObjectsAsked.collection
// verdict: violated
// violation: AssertionError at collection:@collection
// run: map
// args: --method ObjectsAsked.map --string-length 2
// verdict: violated
// violation: AssertionError at map:@map
// run: task
// args: --method ObjectsAsked.task
// verdict: violated
// violation: AssertionError at task:@task
// run: reader
// args: --method ObjectsAsked.reader
// verdict: violated
// violation: AssertionError at reader:@reader
// run: same
// args: --method ObjectsAsked.same --string-length 4
// verdict: violated
// violation: AssertionError at same:@same
// run: cast
// args: --method ObjectsAsked.counter
// verdict: violated
// violation: AssertionError at counter:@counter
import java.io.IOException;
import java.io.StringReader;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

final class ObjectsAsked {
    static void text(Object thing) {
        if (thing instanceof CharSequence) {
            assert ((CharSequence) thing).length() != 3; // @text
        }
    }

    static void otherText(Object thing) {
        if (!(thing instanceof String) && thing instanceof CharSequence) {
            assert thing instanceof StringBuilder;
        }
    }

    static void collection(Object thing) {
        if (thing instanceof Collection) {
            assert ((Collection<?>) thing).size() != 1; // @collection
        }
    }

    static void map(Object thing) {
        if (thing instanceof Map) {
            assert ((Map<?, ?>) thing).isEmpty(); // @map
        }
    }

    static void task(Object thing) {
        assert !(thing instanceof Runnable); // @task
    }

    static void reader(Object thing) throws IOException {
        if (thing instanceof StringReader) {
            assert ((StringReader) thing).read() != 'a'; // @reader
        }
    }

    static void same(Object thing, StringBuilder text) {
        if (thing != null && text != null && thing == text) {
            assert text.length() != 2; // @same
        }
    }

    static void counter(Object thing) {
        if (thing instanceof AtomicInteger) {
            assert ((AtomicInteger) thing).get() != 5; // @counter
        }
    }
}
