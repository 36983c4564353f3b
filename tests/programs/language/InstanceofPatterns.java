// Patterns of instanceof, with conditions on what they bind.
// run: bound
// args: --method InstanceofPatterns.bound
// verdict: proved
// run: unguarded
// args: --method InstanceofPatterns.unguarded
// verdict: violated
// violation: ArithmeticException at unguarded:@unguarded
class InstanceofPatterns {
    static class Circle {
        int radius;
    }

    static class Square {
        int side;
    }

    static int bound(Object value) {
        if (value instanceof Circle c && c.radius > 0) {
            return c.radius;
        }
        if (!(value instanceof Square s)) {
            return 1;
        }
        return s.side == 0 ? 1 : 100 / s.side;
    }

    static int unguarded(Object value) {
        if (value instanceof Circle c && c.radius >= 0 || value instanceof Square) {
            return value instanceof Circle c ? 100 / c.radius : 0; // @unguarded
        }
        return 1;
    }
}
