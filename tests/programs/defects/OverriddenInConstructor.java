// A constructor calls a method of its subclass before the subclass has its fields.
// run: defect
// args: --method OverriddenInConstructorDefect.create
// verdict: violated
// violation: NullPointerException at describe:@label
// run: fixed
// args: --method OverriddenInConstructorFixed.create
// verdict: proved
class OverriddenInConstructorDefect {
    static class Shape {
        final String title;

        Shape() {
            title = describe();
        }

        String describe() {
            return "shape";
        }
    }

    static class Circle extends Shape {
        private final String label;

        Circle(String label) {
            this.label = label;
        }

        @Override
        String describe() {
            return "circle " + label.trim(); // @label
        }
    }

    static Shape create(boolean round) {
        return round ? new Circle("c") : new Shape();
    }
}

class OverriddenInConstructorFixed {
    static class Shape {
        String title() {
            return describe();
        }

        String describe() {
            return "shape";
        }
    }

    static class Circle extends Shape {
        private final String label;

        Circle(String label) {
            this.label = label;
        }

        @Override
        String describe() {
            return "circle " + label.trim();
        }
    }

    static Shape create(boolean round) {
        return round ? new Circle("c") : new Shape();
    }
}
