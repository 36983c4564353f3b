// The names of JBMC's library.
// args: --main CproverNames
// verdict: proved
import org.cprover.CProver;

class CproverNames {
    public static void main(String[] args) {
        int x = CProver.nondetInt();
        CProver.assume(x > 5);
        long y = CProver.nondetLong();
        CProver.assume(y == x * 2L);
        assert y > 11;
    }
}
