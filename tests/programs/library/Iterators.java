// Walking, removing, and changing a list behind the iterator's back.
// run: remove
// args: --method Iterators.remove
// verdict: proved
// run: concurrent
// args: --method Iterators.concurrent
// verdict: violated
// violation: ConcurrentModificationException at concurrent:@next
// run: odd
// args: --method Iterators.odd
// verdict: violated
// violation: AssertionError at odd:@odd
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class Iterators {
    static List<Integer> numbers(int count) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(i);
        }
        return list;
    }

    static void remove() {
        List<Integer> list = numbers(10);
        for (Iterator<Integer> it = list.iterator(); it.hasNext();) {
            if (it.next() % 2 == 0) {
                it.remove();
            }
        }
        assert list.size() == 5 && list.get(0) == 1 && list.get(4) == 9;
    }

    static void concurrent() {
        List<Integer> list = numbers(5);
        for (int value : list) { // @next
            list.remove((Object) value);
        }
    }

    static void odd(int x) {
        List<Integer> list = numbers(4);
        int sum = 0;
        for (int value : list) {
            if (value != (x & 3)) {
                sum += value;
            }
        }
        assert sum != 4; // @odd
    }
}
