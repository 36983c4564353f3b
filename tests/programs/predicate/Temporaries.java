// A value that is on the stack keeps its value when a variable in it changes.
// args: --method Temporaries.add
// verdict: proved
class Temporaries {
    static void add(int a) {
        if (a < 0 || a > 9) {
            return;
        }
        int b = (a + 4) + (++a);
        assert a >= 1 && a <= 10;
        assert b >= 5 && b <= 23;
    }
}
