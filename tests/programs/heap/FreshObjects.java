// New objects have default fields and are nobody else.
// run: fresh
// args: --method FreshObjects.fresh
// verdict: proved
// run: escaped
// args: --method FreshObjects.escaped
// verdict: violated
// violation: AssertionError at escaped:@escaped
class Box {
    byte b;
    char c;
    double d;
    Box other;
    int value;
}

class FreshObjects {
    static void fresh(Box in) {
        Box box = new Box();
        assert box.b == 0 && box.c == 0 && box.d == 0 && box.other == null && box.value == 0;
        assert box != in;
        if (in != null) {
            assert in.other != box;
        }
    }

    static void escaped(Box in) {
        Box box = new Box();
        box.value = 1;
        if (in != null) {
            in.other = box;
            Box out = in.other;
            out.value = 2;
        }
        assert box.value == 1; // @escaped
    }
}
