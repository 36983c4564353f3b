// Overloads are chosen by static types: widening before boxing before varargs.
// args: --method Overloads.check
// verdict: proved
class Overloads {
    static int pick(long x) {
        return 1;
    }

    static int pick(Integer x) {
        return 2;
    }

    static int pick(Object x) {
        return 3;
    }

    static int pick(int... x) {
        return 4;
    }

    static int kind(Overloads o) {
        return 5;
    }

    static int kind(Object o) {
        return 6;
    }

    static void check() {
        assert pick(1) == 1;
        assert pick((Integer) 1) == 2;
        assert pick("s") == 3;
        assert pick(1, 2) == 4;
        assert pick('c') == 1;
        assert pick(1.5) == 3;
        Object o = new Overloads();
        assert kind(o) == 6 && kind(new Overloads()) == 5;
    }
}
