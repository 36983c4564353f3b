// Switch over types and record patterns, with guards.
// java: 21
// run: areas
// args: --method PatternSwitch.areas --depth 2
// verdict: proved
// run: nested
// args: --method PatternSwitch.nested --depth 2
// verdict: violated
// violation: ArithmeticException at nested:@nested
class PatternSwitch {
    sealed interface Shape {
    }

    record Point(int x, int y) {
    }

    record Circle(int radius) implements Shape {
    }

    record Box(Point low, Point high) implements Shape {
    }

    static int areas(Shape shape) {
        int area = switch (shape) {
            case null -> 0;
            case Circle(int radius) when radius < 0 || radius > 100 -> -1;
            case Circle(int radius) -> 3 * radius * radius;
            case Box(Point(int x, int y), var other) when other != null -> Math.abs(x - y) < 0 ? 0 : 1;
            case Box box -> 2;
        };
        assert area >= -1 && area <= 30_000;
        return area;
    }

    static int nested(Shape shape) {
        return switch (shape) {
            case null -> 0;
            case Circle c -> 1;
            case Box(Point(int x, int y), Point(int z, int w)) when x < z -> 100 / (z - x - 5); // @nested
            case Box b -> 3;
        };
    }
}
