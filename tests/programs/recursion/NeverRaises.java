// A recursion without a bound that only computes: no path of it needs to be searched to know that it raises no
// RuntimeException. That it overflows the stack is another matter.
// args: --main NeverRaises --property runtime-exception
// verdict: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class NeverRaises {
    static int calls;

    static long descend(int height, long sum) {
        calls++;
        if (height % 7 == 3) {
            return descend(height + 2, sum - height);
        }
        assert sum != 1_000_003;
        return height == 0 ? sum : descend(height - 1, sum + height);
    }

    public static void main(String[] args) {
        descend(Verifier.nondetInt(), Verifier.nondetLong());
    }
}
