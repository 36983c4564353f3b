/** Counts the primes below a limit: array stores and short loops. */
public class Sieve {
    public static void main(String[] args) {
        int limit = 2_000_000;
        boolean[] composite = new boolean[limit];
        int count = 0;
        for (int i = 2; i < limit; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            for (long j = (long) i * i; j < limit; j += i) {
                composite[(int) j] = true;
            }
        }
        System.out.println(count);
    }
}
