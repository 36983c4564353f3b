/** The longest Collatz sequence below a limit: long arithmetic and unpredictable branches. */
public class Collatz {
    public static void main(String[] args) {
        int best = 0;
        int longest = 0;
        for (int start = 1; start < 100_000; start++) {
            long n = start;
            int length = 1;
            while (n != 1) {
                n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
                length++;
            }
            if (length > longest) {
                longest = length;
                best = start;
            }
        }
        System.out.println(best + " " + longest);
    }
}
