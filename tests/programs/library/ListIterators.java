// A ListIterator sets and adds where it stands.
// run: doubled
// args: --method ListIterators.doubled
// verdict: proved
// run: removed
// args: --method ListIterators.removed
// verdict: violated
// violation: AssertionError at removed:@removed
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

class ListIterators {
    static void doubled(int a, int b) {
        List<Integer> list = new ArrayList<>(List.of(a, b));
        for (ListIterator<Integer> it = list.listIterator(); it.hasNext();) {
            int each = it.next();
            it.set(each * 2);
            it.add(each);
        }
        assert list.equals(List.of(a * 2, a, b * 2, b));
    }

    static void removed(int a, int b) {
        List<Integer> list = new ArrayList<>(List.of(a, b));
        list.removeIf(x -> x < 0);
        assert list.size() == 2 || list.isEmpty(); // @removed
    }
}
