// Which object a name of a class is: the name itself is interned; whether a simple name is the same object is the library's affair.
// run: name
// args: --method NamesOfClasses.name
// verdict: proved
// run: simple
// args: --method NamesOfClasses.simple
// verdict: inconclusive
// reason: the identity of a string
// run: again
// args: --method NamesOfClasses.again
// verdict: inconclusive
// reason: the identity of a string
// run: canonical
// args: --method NamesOfClasses.canonical
// verdict: inconclusive
// reason: the identity of a string
// run: texts
// args: --method NamesOfClasses.texts
// verdict: proved
class NamesOfClasses {
    static void name() {
        String made = new StringBuilder("NamesOf").append("Classes").toString();
        assert NamesOfClasses.class.getName() == "NamesOfClasses";
        assert NamesOfClasses.class.getName() == made.intern();
    }

    static void simple() {
        assert NamesOfClasses.class.getSimpleName() != "NamesOfClasses";
    }

    static void again() {
        assert NamesOfClasses.class.getSimpleName() != NamesOfClasses.class.getSimpleName();
    }

    static void canonical() {
        assert NamesOfClasses.class.getCanonicalName() != NamesOfClasses.class.getCanonicalName();
    }

    static void texts() {
        assert NamesOfClasses.class.getSimpleName().equals("NamesOfClasses");
        assert NamesOfClasses.class.getCanonicalName().length() == 14;
    }
}
