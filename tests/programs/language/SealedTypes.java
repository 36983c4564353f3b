// A sealed interface has no other implementations than those it permits, so that all of them can be tried.
// run: all
// args: --method SealedTypes.all
// verdict: proved
// run: negative
// args: --method SealedTypes.negative
// verdict: violated
// violation: AssertionError at negative:@negative
class SealedTypes {
    sealed interface Shape permits Circle, Square {
        int area();
    }

    record Circle(int radius) implements Shape {
        @Override
        public int area() {
            return radius * radius * 3;
        }
    }

    record Square(int side) implements Shape {
        @Override
        public int area() {
            return side * side;
        }
    }

    static void all(Shape shape) {
        if (shape == null) {
            return;
        }
        boolean known = shape instanceof Circle || shape instanceof Square;
        assert known;
        assert !(shape instanceof Circle c) || c.area() == c.radius() * c.radius() * 3;
    }

    static void negative(Shape shape) {
        if (shape != null) {
            assert shape.area() >= 0; // @negative
        }
    }
}
