// What an object of the library is made from is there before it, so it cannot be that object; nor can two be made from each other.
// run: itself
// args: --method EntriesOfThemselves.itself
// verdict: bounded
// run: each-other
// args: --method EntriesOfThemselves.eachOther
// verdict: bounded
// run: one-in-the-other
// args: --method EntriesOfThemselves.oneInTheOther
// verdict: violated
// violation: AssertionError at oneInTheOther:@other
import java.util.Map;

class EntriesOfThemselves {
    static void itself(Map.Entry<Object, Object> entry) {
        if (entry != null) {
            assert entry.getKey() != entry;
        }
    }

    static void eachOther(Map.Entry<Object, Object> one, Map.Entry<Object, Object> other) {
        if (one != null && other != null && one != other) {
            assert one.getKey() != other || other.getKey() != one;
        }
    }

    static void oneInTheOther(Map.Entry<Object, Object> one, Map.Entry<Object, Object> other) {
        if (one != null && other != null && one != other) {
            assert one.getKey() != other; // @other
        }
    }
}
