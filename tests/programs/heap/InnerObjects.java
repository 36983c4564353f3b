// An object of an inner class has an outer one, which need not be the one it is found in.
// run: outer
// args: --method InnerObjects.hasOuter
// verdict: proved
// run: whose
// args: --method InnerObjects.whose
// verdict: violated
// violation: AssertionError at whose:@whose
// run: captured
// args: --method InnerObjects.captured
// verdict: violated
// violation: NullPointerException at textLength:@captured
class InnerObjects {
    int number;
    Inner inner;
    String text;

    class Inner {
        int outerNumber() {
            return number;
        }

        int textLength() {
            return text.length(); // @captured
        }
    }

    static int hasOuter(Inner inner) {
        return inner == null ? 0 : inner.outerNumber();
    }

    static void whose(InnerObjects outer) {
        if (outer != null && outer.inner != null) {
            assert outer.inner.outerNumber() == outer.number; // @whose
        }
    }

    static int captured(InnerObjects outer) {
        return outer == null || outer.inner == null ? 0 : outer.inner.textLength();
    }
}
