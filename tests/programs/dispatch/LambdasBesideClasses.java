// An object of an interface with one method may be a lambda of the program, besides its classes; not if no code makes one.
// run: lambda
// args: --method LambdasBesideClasses.third
// verdict: violated
// violation: AssertionError at third:@third
// run: classes
// args: --method LambdasBesideClasses.corners
// verdict: proved
class LambdasBesideClasses {
    interface Step {
        int next(int number);
    }

    static class Same implements Step {
        public int next(int number) {
            return number;
        }
    }

    static Step up() {
        return number -> number + 1;
    }

    static void third(Step step) {
        if (step != null) {
            assert step.next(3) == 3; // @third
        }
    }

    interface Shape {
        int corners();
    }

    static class Square implements Shape {
        public int corners() {
            return 4;
        }
    }

    static Shape shape() {
        return new Square();
    }

    static void corners(Shape shape) {
        if (shape != null) {
            assert shape.corners() == 4;
        }
    }
}
