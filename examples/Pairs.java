/** Numbers that come in pairs: how many, and at what price. */
public class Pairs {
    static long total(int[] pairs) {
        if (pairs == null || pairs.length % 2 != 0) {
            return 0;
        }
        long total = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            total += (long) pairs[i] * pairs[i + 1];
        }
        return total;
    }
}
