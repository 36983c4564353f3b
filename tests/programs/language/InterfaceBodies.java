// Default, static and private methods of interfaces; the more specific default wins.
// run: specific
// args: --method InterfaceBodies.specific
// verdict: proved
// run: overridden
// args: --method InterfaceBodies.overridden
// verdict: violated
// violation: AssertionError at overridden:@overridden
class InterfaceBodies {
    interface Shape {
        int size();

        default int twice() {
            return sum(size(), size());
        }

        static Shape of(int size) {
            return () -> size;
        }

        private int sum(int x, int y) {
            return x + y;
        }
    }

    interface Both extends Shape {
        @Override
        default int twice() {
            return Shape.super.twice() + 1;
        }
    }

    static class Fixed implements Both {
        @Override
        public int size() {
            return 7;
        }
    }

    static void specific(int a) {
        Both both = () -> a;
        assert both.twice() == a + a + 1;
        assert Shape.of(a).size() == a;
    }

    static void overridden(int a) {
        Shape shape = new Fixed();
        assert shape.twice() != a; // @overridden
    }
}
