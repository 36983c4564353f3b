// Values stay in the range of their type, and assumptions hold from where they are made.
// args: --main SymRanges
// verdict: proved
import lazuli.Sym;

class SymRanges {
    public static void main(String[] args) {
        int b = Sym.anyByte("b");
        assert -128 <= b && b <= 127;
        int c = Sym.anyChar("c");
        assert 0 <= c && c <= 65535;
        int x = Sym.anyInt("x", 3, 9);
        assert 3 <= x && x <= 9;
        int y = Sym.anyInt("y", -9, -3);
        assert x * y <= -9 && x * y >= -81;
        int i = Sym.anyInt("i");
        Sym.assume(i > 0);
        Sym.assume(i < 100);
        Sym.check(i + x > i);
    }
}
