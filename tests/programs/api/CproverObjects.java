// Objects that JBMC's library is asked for: of the class they are cast to, null only if that was asked for.
// run: bug
// args: --method CproverObjects.shared
// verdict: violated
// violation: AssertionError at shared:@shared
// violation: NullPointerException at shared:@null
// run: proof
// args: --method CproverObjects.array
// verdict: proved
import org.cprover.CProver;

class CproverObjects {
    static final class Cell {
        int value;
        Cell next;
    }

    static void shared() {
        Cell one = CProver.nondetWithoutNull();
        Cell other = CProver.nondetWithNull();
        one.value = 1;
        other.value = 2; // @null
        assert one.value == 1; // @shared
    }

    static void array() {
        int[] numbers = CProver.nondetWithoutNull(new int[0]);
        CProver.assume(numbers.length > 2);
        numbers[2] = 7;
        assert numbers[numbers.length - 1] == 7 || numbers.length > 3;
    }
}
