// The product is computed as an int and only then becomes a long.
// run: defect
// args: --method IntProductDefect.notSmaller
// verdict: violated
// violation: AssertionError at notSmaller:@positive
// run: fixed
// args: --method IntProductFixed.notSmaller
// verdict: proved
class IntProductDefect {
    static long area(int width, int height) {
        long pixels = width * height;
        return pixels;
    }

    static void notSmaller(short width, int height) {
        if (width > 0 && height > 0 && height < 1_000_000) {
            assert area(width, height) >= height; // @positive
        }
    }
}

class IntProductFixed {
    static long area(int width, int height) {
        long pixels = (long) width * height;
        return pixels;
    }

    static void notSmaller(short width, int height) {
        if (width > 0 && height > 0 && height < 1_000_000) {
            assert area(width, height) >= height;
        }
    }
}
