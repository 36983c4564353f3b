// One summary for each method that a receiver may run, also where its class is one that the method did not have in mind.
// args: --method Receivers.run --compose
// verdict: violated
// violation: AssertionError at run:@area
class Receivers {
    abstract static class Shape {
        int size;

        int area(int factor) {
            if (factor < 0) return 0;
            return weight() * factor;
        }

        abstract int weight();
    }

    static class Square extends Shape {
        int weight() {
            return size > 0 ? 1 : 2;
        }
    }

    static class Circle extends Shape {
        int weight() {
            return 3;
        }

        @Override
        int area(int factor) {
            return factor == 4 ? -1 : super.area(factor);
        }
    }

    static void run(Shape shape, int factor) {
        if (shape == null || factor < 0 || factor > 10) return;
        int area = shape.area(factor);
        if (shape instanceof Square) assert area == factor || area == 2 * factor;
        Shape local = new Shape() {
            int weight() {
                return 5;
            }
        };
        assert local.area(factor) == 5 * factor;
        assert area >= 0; // @area
    }
}
