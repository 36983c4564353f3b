// A subclass compares one field more, and equality is no longer the same from both sides.
// run: defect
// args: --method AsymmetricEqualsDefect.symmetric
// verdict: violated
// violation: AssertionError at symmetric:@both
// run: fixed
// args: --method AsymmetricEqualsFixed.symmetric
// verdict: proved
class AsymmetricEqualsDefect {
    static class Point {
        final int x;

        Point(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point point && point.x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    static class Pixel extends Point {
        final int colour;

        Pixel(int x, int colour) {
            super(x);
            this.colour = colour;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Pixel pixel && super.equals(other) && pixel.colour == colour;
        }
    }

    static void symmetric(int x, int other, int colour) {
        Point point = new Point(x);
        Pixel pixel = new Pixel(other, colour);
        assert point.equals(pixel) == pixel.equals(point); // @both
    }
}

class AsymmetricEqualsFixed {
    static class Point {
        final int x;

        Point(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(Object other) {
            return other != null && other.getClass() == getClass() && ((Point) other).x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    static class Pixel extends Point {
        final int colour;

        Pixel(int x, int colour) {
            super(x);
            this.colour = colour;
        }

        @Override
        public boolean equals(Object other) {
            return super.equals(other) && ((Pixel) other).colour == colour;
        }
    }

    static void symmetric(int x, int other, int colour) {
        Point point = new Point(x);
        Pixel pixel = new Pixel(other, colour);
        assert point.equals(pixel) == pixel.equals(point);
    }
}
