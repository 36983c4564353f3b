// One of the known subclasses breaks the promise.
// run: area
// args: --method AbstractParameter.area
// verdict: violated
// violation: AssertionError at area:@area
// run: name
// args: --method AbstractParameter.sides
// verdict: proved
abstract class Shape {
    int size;

    abstract int area();

    abstract int sides();
}

class Square extends Shape {
    int area() {
        return (size & 0xff) * (size & 0xff);
    }

    int sides() {
        return 4;
    }
}

class Hole extends Shape {
    int area() {
        return -1;
    }

    int sides() {
        return 0;
    }
}

class AbstractParameter {
    static void area(Shape shape) {
        if (shape != null) {
            assert shape.area() >= 0; // @area
        }
    }

    static void sides(Shape shape) {
        if (shape != null) {
            int sides = shape.sides();
            assert sides == 4 || sides == 0;
        }
    }
}
