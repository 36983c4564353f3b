// The maximum of a collection starts with its first element, which an empty one does not have.
// run: defect
// args: --method EmptyMaximumDefect.maximum
// verdict: violated
// violation: NoSuchElementException at maximum:@first
// run: fixed
// args: --method EmptyMaximumFixed.maximum
// verdict: bounded
import java.util.Collection;
import java.util.Iterator;

class EmptyMaximumDefect {
    static int maximum(Collection<Integer> values) {
        if (values == null) {
            return Integer.MIN_VALUE;
        }
        Iterator<Integer> rest = values.iterator();
        Integer best = rest.next(); // @first
        while (rest.hasNext()) {
            Integer value = rest.next();
            if (best == null || value != null && value > best) {
                best = value;
            }
        }
        return best == null ? Integer.MIN_VALUE : best;
    }
}

class EmptyMaximumFixed {
    static int maximum(Collection<Integer> values) {
        if (values == null) {
            return Integer.MIN_VALUE;
        }
        Integer best = null;
        for (Integer value : values) {
            if (best == null || value != null && value > best) {
                best = value;
            }
        }
        return best == null ? Integer.MIN_VALUE : best;
    }
}
