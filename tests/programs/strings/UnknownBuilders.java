// Builders with unknown content: every change.
// run: changes
// args: --method UnknownBuilders.changes --heap lazier
// verdict: violated
// violation: AssertionError at changes:@changes
// run: reverse
// args: --method UnknownBuilders.reverse --string-length 4 --heap summary
// verdict: violated
// violation: AssertionError at reverse:@reverse
// run: twice
// args: --method UnknownBuilders.twice --requires UnknownBuilders.isPlain --string-length 4 --heap lazy
// verdict: bounded
// run: lengths
// args: --method UnknownBuilders.lengths --string-length 4 --heap lazier-sharp
// verdict: bounded
// run: outside
// args: --method UnknownBuilders.outside --string-length 3 --heap lazier
// verdict: bounded
class UnknownBuilders {
    static void changes(String s) {
        if (s != null && s.length() == 2) {
            StringBuilder b = new StringBuilder("<>");
            b.insert(1, s);
            b.setCharAt(0, '[');
            b.deleteCharAt(3);
            b.append(7).append(true);
            assert !b.toString().equals("[qr7true"); // @changes
        }
    }

    static void reverse(String s) {
        if (s != null) {
            String back = new StringBuilder(s).reverse().toString();
            assert back.isEmpty() || back.charAt(0) == s.charAt(s.length() - 1); // @reverse
        }
    }

    static boolean isPlain(String s) {
        return s != null && (s.length() < 1 || s.charAt(0) < 128) && (s.length() < 2 || s.charAt(1) < 128)
            && (s.length() < 3 || s.charAt(2) < 128) && (s.length() < 4 || s.charAt(3) < 128);
    }

    static void twice(String s) {
        assert new StringBuilder(s).reverse().reverse().toString().equals(s);
    }

    static void lengths(String s, char c) {
        if (s != null) {
            StringBuilder b = new StringBuilder();
            b.append(s).append(c).append(s, 0, s.length()).insert(0, c);
            assert b.length() == 2 * s.length() + 2 && b.charAt(0) == c && b.indexOf(String.valueOf(c)) == 0;
            b.setLength(1);
            assert b.toString().equals("" + c);
            b.delete(0, 9).append((String) null);
            assert b.toString().equals("null");
        }
    }

    static void outside(String s) {
        if (s == null) {
            return;
        }
        StringBuilder b = new StringBuilder(s);
        try {
            b.deleteCharAt(1);
            assert b.length() == s.length() - 1 && s.length() > 1;
        } catch (StringIndexOutOfBoundsException e) {
            assert s.length() < 2 && b.length() == s.length();
        }
    }
}
