// A view of a list is stale after the list has grown.
// run: defect
// args: --method StaleViewDefect.firstHalf
// verdict: violated
// violation: ConcurrentModificationException at firstHalf:@view
// run: fixed
// args: --method StaleViewFixed.firstHalf
// verdict: proved
import java.util.ArrayList;
import java.util.List;

class StaleViewDefect {
    static int firstHalf(int count, int extra) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(count + i);
        }
        List<Integer> half = all.subList(0, 2);
        if (extra > 0) {
            all.add(extra);
        }
        return half.get(0); // @view
    }
}

class StaleViewFixed {
    static int firstHalf(int count, int extra) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(count + i);
        }
        List<Integer> half = new ArrayList<>(all.subList(0, 2));
        if (extra > 0) {
            all.add(extra);
        }
        return half.get(0);
    }
}
