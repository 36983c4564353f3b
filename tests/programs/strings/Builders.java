// A builder grows, and its text is a new string each time.
// args: --method Builders.check
// verdict: proved
class Builders {
    static void check() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            b.append(i).append(',');
        }
        assert b.length() == 50;
        b.setLength(5);
        assert b.toString().equals("0,1,2");
        b.append(true).append('c').append(2.5).append((Object) null).append(-3L);
        assert b.toString().equals("0,1,2truec2.5null-3");
        assert b.toString() != b.toString();
        assert new StringBuilder("abc").reverse().toString().equals("cba");
    }
}
