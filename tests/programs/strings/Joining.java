// Join, format, and streams of characters.
// run: join
// args: --method Joining.join --string-length 3 --heap lazier-sharp
// verdict: violated
// violation: AssertionError at join:@join
// run: format
// args: --method Joining.format --string-length 3 --heap lazier
// verdict: violated
// violation: AssertionError at format:@format
// run: count
// args: --method Joining.count --requires Joining.isShort --heap summary
// verdict: violated
// violation: AssertionError at count:@count
// run: sums
// args: --method Joining.sums --string-length 3 --heap lazy
// verdict: bounded
class Joining {
    static void join(String s) {
        if (s != null) {
            assert !String.join("-", s, "x", s).equals("p-x-p"); // @join
        }
    }

    static void format(int n, char c, String s) {
        if (s != null) {
            assert !String.format("%d:%c:%s:%x", n, c, s, n).equals("17:y:ab:11"); // @format
        }
    }

    static boolean isShort(String s) {
        return s != null && s.length() <= 3;
    }

    static void count(String s) {
        assert s.chars().filter(c -> c == 'a').count() != 2; // @count
    }

    static void sums(String s, int n) {
        if (s != null) {
            assert String.join("", s, s).equals(s + s) && s.concat(s).length() == 2 * s.length();
            assert String.format("%s%d", s, n).equals(s + n);
            assert s.repeat(2).equals(s + s);
        }
    }
}
