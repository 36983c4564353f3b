// The only classes here that implement an interface of the library are enums: the library's own implement it, too.
// run: lambda
// args: --method EnumBesideLibrary.isConstant
// verdict: violated
// violation: AssertionError at isConstant:@lambda
// run: box
// args: --method EnumBesideLibrary.boxed
// verdict: violated
// violation: AssertionError at boxed:@box
// run: library
// args: --method EnumBesideLibrary.constantOfLibrary
// verdict: inconclusive
// reason: an unknown java.lang.Object of a class that the program does not mention
// run: bug
// args: --method EnumBesideLibrary.second
// verdict: violated
// violation: AssertionError at second:@second
// run: proof
// args: --method EnumBesideLibrary.unread
// verdict: proved
class EnumBesideLibrary {
    enum Job implements Runnable {
        ONE, TWO;

        public void run() {
        }
    }

    static class Box<T extends Comparable<T>> {
        T value;
    }

    static void isConstant(Runnable job) {
        assert job == null || job == Job.ONE || job == Job.TWO; // @lambda
    }

    static void boxed(Box<Integer> box) {
        if (box != null && box.value != null) {
            Object value = box.value;
            assert !(value instanceof Integer); // @box
        }
    }

    static void constantOfLibrary(Object unit) {
        assert unit != java.util.concurrent.TimeUnit.SECONDS;
    }

    static void second(Runnable job) {
        assert job != Job.TWO; // @second
    }

    static int unread(Box<Integer> box) {
        return box == null ? 0 : 1;
    }
}
