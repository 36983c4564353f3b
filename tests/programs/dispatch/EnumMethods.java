// Constants with bodies, ordinals and a switch over concrete constants.
// run: concrete
// args: --method EnumMethods.concrete
// verdict: proved
// run: chosen
// args: --method EnumMethods.chosen
// verdict: violated
// violation: AssertionError at chosen:@chosen
class EnumMethods {
    enum Op {
        ADD {
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB {
            int apply(int a, int b) {
                return a - b;
            }
        };

        abstract int apply(int a, int b);
    }

    static int code(Op op) {
        switch (op) {
            case SUB: return 1;
            case ADD: return 2;
            default: return 3;
        }
    }

    static void concrete(int x) {
        assert Op.ADD.apply(x, 1) == x + 1;
        assert Op.SUB.apply(x, x) == 0;
        assert code(Op.ADD) == 2 && code(Op.SUB) == 1;
        assert Op.values().length == 2 && Op.values()[1] == Op.SUB;
        assert Op.ADD.ordinal() == 0 && Op.ADD.name().equals("ADD");
    }

    static void chosen(boolean add, int x) {
        Op op = add ? Op.ADD : Op.SUB;
        assert op.apply(x, 1) > x || op == Op.SUB; // @chosen
    }
}
