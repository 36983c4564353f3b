// A sub-list is a view: what is removed from it is removed from the list.
// run: written
// args: --method SubLists.written
// verdict: proved
// run: copied
// args: --method SubLists.copied
// verdict: violated
// violation: AssertionError at copied:@copied
import java.util.ArrayList;
import java.util.List;

class SubLists {
    static void written(int a, int b) {
        List<Integer> list = new ArrayList<>(List.of(a, b, a));
        list.subList(1, 3).set(0, a);
        assert list.get(1) == a;
        list.subList(0, 2).clear();
        assert list.size() == 1 && list.get(0) == a;
    }

    static void copied(int from) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        if (from < 0 || from > 3) {
            return;
        }
        List<Integer> rest = list.subList(from, 3);
        list.add(4);
        try {
            rest.size();
        } catch (java.util.ConcurrentModificationException e) {
            throw new AssertionError("changed behind its back"); // @copied
        }
    }
}
