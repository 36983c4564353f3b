// Local and anonymous classes capture the variables around them, inner ones the object around them.
// run: captured
// args: --method LocalClasses.captured
// verdict: proved
// run: shadowed
// args: --method LocalClasses.shadowed
// verdict: violated
// violation: AssertionError at shadowed:@shadowed
class LocalClasses {
    int field;

    LocalClasses(int field) {
        this.field = field;
    }

    class Inner {
        int field;

        int read() {
            return LocalClasses.this.field;
        }
    }

    static void captured(int a, int b) {
        class Adder {
            int add() {
                return a + b;
            }
        }
        LocalClasses outer = new LocalClasses(a);
        Inner inner = outer.new Inner();
        outer.field = b;
        assert new Adder().add() == a + b && inner.read() == b;
    }

    static void shadowed(int a) {
        LocalClasses outer = new LocalClasses(a);
        Inner inner = outer.new Inner();
        inner.field = 5;
        assert inner.read() == inner.field; // @shadowed
    }
}
