// Powers of integers are exact as long as a double can hold them.
// run: squares
// args: --method Powers.squares
// verdict: proved
// run: tens
// args: --method Powers.tens
// verdict: proved
// run: cube
// args: --method Powers.cube
// verdict: violated
// violation: AssertionError at cube:@cube
// run: trivial
// args: --method Powers.trivial
// verdict: proved
public class Powers {
    static void squares(int x) {
        if (x >= 0 && x <= 12) {
            assert Math.pow(x, 2) <= 144;
        }
    }

    static void tens(int n) {
        if (n >= 0 && n < 10) {
            int power = (int) Math.pow(10, n);
            assert power >= 1 && power <= 1_000_000_000;
            assert n != 3 || power == 1000;
        }
    }

    static void cube(int x) {
        if (x > 0 && x < 100) {
            assert Math.pow(x, 3) != 343; // @cube
        }
    }

    static void trivial(double x) {
        assert Math.pow(x, 0) == 1;
        assert x != x || Math.pow(x, 1) == x;
    }
}
