// List.of and Map.of cannot be changed and hold no null; Arrays.asList can be changed, but not in its size.
// run: fixed
// args: --method FixedLists.fixed
// verdict: proved
// run: duplicate
// args: --method FixedLists.duplicate
// verdict: violated
// violation: AssertionError at duplicate:@duplicate
import java.util.Arrays;
import java.util.List;
import java.util.Map;

class FixedLists {
    static void fixed(int a, int b) {
        List<Integer> list = List.of(a, b);
        try {
            list.set(0, b);
            assert false;
        } catch (UnsupportedOperationException e) {
            assert list.get(0) == a && list.size() == 2;
        }
        List<Integer> view = Arrays.asList(a, b);
        view.set(1, a);
        assert view.get(1) == a;
        assert Map.of(1, a).get(1) == a;
    }

    static void duplicate(int a, int b) {
        try {
            Map.of(a, 1, b, 2);
        } catch (IllegalArgumentException e) {
            throw new AssertionError("the same key"); // @duplicate
        }
    }
}
