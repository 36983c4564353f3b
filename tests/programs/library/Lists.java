// ArrayList with unknown elements.
// run: filled
// args: --method Lists.filled
// verdict: violated
// violation: AssertionError at filled:@filled
// run: removed
// args: --method Lists.removed
// verdict: violated
// violation: AssertionError at removed:@removed
// run: outside
// args: --method Lists.outside
// verdict: violated
// violation: IndexOutOfBoundsException at outside:@outside
import java.util.ArrayList;
import java.util.List;

class Lists {
    static void filled(int x) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            list.add(i);
        }
        list.set(3, x);
        assert list.size() == 12 && list.get(3) == x && list.get(11) == 11;
        list.add(0, 99);
        assert list.get(0) == 99 && list.get(4) == x;
        assert list.indexOf(11) == 12 && list.indexOf(12) == -1 || x == 12; // @filled
    }

    static void removed() {
        List<Integer> list = new ArrayList<>();
        list.add(5);
        list.add(1);
        list.add(7);
        list.remove(1);
        assert list.contains(1); // @removed
    }

    static int outside() {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        return list.get(1); // @outside
    }
}
