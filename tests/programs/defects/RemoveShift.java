// Removing by index while counting up leaves out the element that moved into the gap.
// run: defect
// args: --method RemoveShiftDefect.dropAll
// verdict: violated
// violation: AssertionError at dropAll:@gone
// run: fixed
// args: --method RemoveShiftFixed.dropAll
// verdict: proved
import java.util.ArrayList;
import java.util.List;

class RemoveShiftDefect {
    static void removeAll(List<Integer> list, int unwanted) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == unwanted) {
                list.remove(i);
            }
        }
    }

    static void dropAll(int a, int b, int c, int unwanted) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        removeAll(list, unwanted);
        assert !list.contains(unwanted); // @gone
    }
}

class RemoveShiftFixed {
    static void removeAll(List<Integer> list, int unwanted) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i) == unwanted) {
                list.remove(i);
            }
        }
    }

    static void dropAll(int a, int b, int c, int unwanted) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        removeAll(list, unwanted);
        assert !list.contains(unwanted);
    }
}
