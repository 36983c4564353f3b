// List.remove(int) is by position, remove(Object) by value.
// run: position
// args: --method RemoveByIndex.position
// verdict: violated
// violation: AssertionError at position:@position
// run: value
// args: --method RemoveByIndex.value
// verdict: bounded
import java.util.List;

class RemoveByIndex {
    static void position(List<Integer> xs) {
        if (xs == null || xs.size() < 2 || xs.get(0) == null || xs.get(1) == null) {
            return;
        }
        int before = xs.size();
        xs.remove(1);
        assert xs.size() == before - 1 && xs.get(0) != 1; // @position
    }

    static void value(List<Integer> xs) {
        if (xs == null || xs.size() < 2) {
            return;
        }
        int before = xs.size();
        boolean held = xs.contains(1);
        xs.remove(Integer.valueOf(1));
        assert xs.size() == (held ? before - 1 : before);
    }
}
