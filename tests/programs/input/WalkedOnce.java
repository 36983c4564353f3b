// Iterators, enumerations, streams and entries are those of collections that nothing else refers to.
// run: next
// args: --method WalkedOnce.next
// verdict: violated
// violation: AssertionError at next:@next
// run: counted
// args: --method WalkedOnce.counted --collection-size 2
// verdict: bounded
// reason: of java.util.Iterator only ArrayList.iterator() were tried
// run: entry
// args: --method WalkedOnce.entry
// verdict: violated
// violation: AssertionError at entry:@entry
// run: enumeration
// args: --method WalkedOnce.enumeration
// verdict: violated
// violation: AssertionError at enumeration:@enumeration
// run: held
// args: --method WalkedOnce.held
// verdict: violated
// violation: AssertionError at held:@held
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;

final class WalkedOnce {
    Iterator<String> names;

    static void next(Iterator<Integer> numbers) {
        if (numbers != null && numbers.hasNext()) {
            Integer first = numbers.next();
            assert first == null || first != 9; // @next
        }
    }

    static void counted(Iterator<Integer> numbers) {
        int count = 0;
        while (numbers != null && count < 10 && numbers.hasNext()) {
            numbers.next();
            count++;
        }
        assert count < 10;
    }

    static void entry(Map.Entry<String, Integer> entry) {
        if (entry != null && "k".equals(entry.getKey())) {
            assert entry.getValue() == null || entry.getValue() != 3; // @entry
        }
    }

    static void enumeration(Enumeration<String> names) {
        assert names == null || !names.hasMoreElements(); // @enumeration
    }

    void held() {
        if (names != null && names.hasNext()) {
            String name = names.next();
            assert name == null || !name.equals("ab"); // @held
        }
    }
}
