// An iterator removes only what it gave last, and only once.
// run: defect
// args: --method RemoveTwiceDefect.thin
// verdict: violated
// violation: IllegalStateException at thin:@remove
// run: fixed
// args: --method RemoveTwiceFixed.thin
// verdict: bounded
import java.util.Iterator;
import java.util.List;

class RemoveTwiceDefect {
    static int thin(List<Integer> values) {
        if (values == null) {
            return 0;
        }
        for (Iterator<Integer> rest = values.iterator(); rest.hasNext(); ) {
            Integer value = rest.next();
            if (value == null) {
                rest.remove();
            }
            if (value == null || value < 0) {
                rest.remove(); // @remove
            }
        }
        return values.size();
    }
}

class RemoveTwiceFixed {
    static int thin(List<Integer> values) {
        if (values == null) {
            return 0;
        }
        for (Iterator<Integer> rest = values.iterator(); rest.hasNext(); ) {
            Integer value = rest.next();
            if (value == null || value < 0) {
                rest.remove();
            }
        }
        return values.size();
    }
}
