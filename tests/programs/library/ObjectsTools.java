// Objects.equals, hash and requireNonNullElse; checkIndex.
// run: equal
// args: --method ObjectsTools.equal
// verdict: bounded
// run: checked
// args: --method ObjectsTools.checked
// verdict: violated
// violation: AssertionError at checked:@checked
import java.util.Objects;

class ObjectsTools {
    static void equal(String a, String b) {
        assert Objects.equals(a, b) == (a == null ? b == null : a.equals(b));
        assert Objects.requireNonNullElse(a, "x") != null;
        assert Objects.hash(1, 2) == 31 * (31 * 1 + 1) + 2;
    }

    static void checked(int index) {
        try {
            Objects.checkIndex(index, 3);
        } catch (IndexOutOfBoundsException e) {
            throw new AssertionError("index"); // @checked
        }
    }
}
