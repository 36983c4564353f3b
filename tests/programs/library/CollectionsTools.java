// Collections.max, frequency, swap, reverse, unmodifiableList and nCopies.
// run: largest
// args: --method CollectionsTools.largest
// verdict: proved
// run: view
// args: --method CollectionsTools.view
// verdict: violated
// violation: AssertionError at view:@view
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class CollectionsTools {
    static void largest(int a, int b) {
        List<Integer> list = new ArrayList<>(Collections.nCopies(2, a));
        list.set(1, b);
        assert Collections.max(list) >= a && Collections.min(list) <= b;
        Collections.swap(list, 0, 1);
        assert list.get(0) == b;
        assert Collections.frequency(list, a) == (a == b ? 2 : 1);
    }

    static void view(int a) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        List<Integer> view = Collections.unmodifiableList(list);
        list.add(a);
        assert view.size() == 1; // @view
    }
}
