// Removing while iterating fails, except of the last element but one; an iterator's own remove does not.
// run: loop
// args: --method Removal.loop
// verdict: violated
// violation: AssertionError at loop:@loop
// run: iterator
// args: --method Removal.iterator --report uncaught
// verdict: bounded
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

class Removal {
    static void loop(List<Integer> xs) {
        if (xs == null) {
            return;
        }
        try {
            for (Integer x : xs) {
                if (x == null) {
                    xs.remove(x);
                }
            }
        } catch (ConcurrentModificationException e) {
            assert false; // @loop
        }
    }

    static void iterator(List<Integer> xs) {
        if (xs == null) {
            return;
        }
        for (Iterator<Integer> it = xs.iterator(); it.hasNext();) {
            if (it.next() == null) {
                it.remove();
            }
        }
        assert !xs.contains(null);
    }
}
