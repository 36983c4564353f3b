/** A loop that may never end, and a method that refuses inputs. */
public class Numbers {
    /** Never ends unless x is 0. */
    static int negate(int x) {
        while (x != 0) {
            x = -x;
        }
        return x;
    }

    /** Refuses odd numbers. */
    static int half(int x) {
        if (x % 2 != 0) {
            throw new IllegalArgumentException("odd");
        }
        return x / 2;
    }
}
