// Which arrays an unknown array may be: elements need not be instantiable, and may be arrays themselves.
// run: ofAbstract
// args: --method ArrayTypes.ofAbstract
// verdict: violated
// violation: AssertionError at ofAbstract:@abstract
// run: nested
// args: --method ArrayTypes.nested
// verdict: violated
// violation: AssertionError at nested:@nested
// run: unlisted
// args: --method ArrayTypes.unlisted
// verdict: inconclusive
// reason: of a class that the program does not mention
class ArrayTypes {
    abstract static class Shape {}

    abstract static class Round extends Shape {}

    static class Circle extends Round {}

    static void ofAbstract(Shape[] shapes) {
        if (shapes instanceof Round[]) {
            assert shapes instanceof Circle[]; // @abstract
        }
    }

    static void nested(Shape[][] shapes) {
        assert !(shapes instanceof Circle[][]); // @nested
    }

    static void unlisted(Object[] shapes) {
        assert !(shapes instanceof Shape[][]);
    }
}
