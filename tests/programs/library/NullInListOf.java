// List.of refuses null; a list may not contain itself by accident.
// run: refused
// args: --method NullInListOf.refused
// verdict: proved
// run: required
// args: --method NullInListOf.required
// verdict: violated
// violation: AssertionError at required:@required
import java.util.List;
import java.util.Objects;

class NullInListOf {
    static void refused(Integer x) {
        try {
            List<Integer> list = List.of(1, x);
            assert list.get(1).equals(x);
        } catch (NullPointerException e) {
            assert x == null;
        }
    }

    static int required(Integer x) {
        try {
            return Objects.requireNonNull(x, "x");
        } catch (NullPointerException e) {
            throw new AssertionError(e.getMessage()); // @required
        }
    }
}
