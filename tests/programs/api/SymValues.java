// One value of every type, each over its whole range; what is asked for is listed and replayed in the order of the calls.
// args: --main SymValues
// verdict: violated
// violation: AssertionError at main:@corner
// violation: AssertionError at main:@order
import lazuli.Sym;

class SymValues {
    public static void main(String[] args) {
        boolean z = Sym.anyBoolean("z");
        byte b = Sym.anyByte("b");
        char c = Sym.anyChar("c");
        short s = Sym.anyShort("s");
        long j = Sym.anyLong("j");
        float f = Sym.anyFloat("f");
        double d = Sym.anyDouble("d");
        int i = Sym.anyInt("i");
        if (z && b == -128 && c == 0xffff && s == Short.MIN_VALUE && j == Long.MIN_VALUE && f != f && 1 / d < 0 && d == 0) {
            assert i != Integer.MIN_VALUE; // @corner
        }
        // Asked for again under the same name, it is another value.
        int again = Sym.anyInt("i");
        assert i <= again; // @order
    }
}
