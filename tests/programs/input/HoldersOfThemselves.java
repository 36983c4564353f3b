// A reference that the input holds may refer to itself, or two to each other; the replay builds them so.
// run: itself
// args: --method HoldersOfThemselves.itself
// verdict: violated
// violation: AssertionError at itself:@itself
// run: each-other
// args: --method HoldersOfThemselves.eachOther
// verdict: violated
// violation: AssertionError at eachOther:@other
import java.util.concurrent.atomic.AtomicReference;

class HoldersOfThemselves {
    static void itself(AtomicReference<Object> holder) {
        if (holder != null) {
            assert holder.get() != holder; // @itself
        }
    }

    static void eachOther(AtomicReference<Object> one, AtomicReference<Object> other) {
        if (one != null && other != null && one != other) {
            assert one.get() != other || other.get() != one; // @other
        }
    }
}
