// Parts between separators; empty ones at the end are left out.
// run: middle
// args: --method Splitting.middle --string-length 5 --heap summary
// verdict: violated
// violation: AssertionError at middle:@middle
// run: counts
// args: --method Splitting.counts --string-length 3 --heap lazy
// verdict: bounded
// run: nothing
// args: --method Splitting.nothing --string-length 3 --heap lazier-sharp
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at nothing:@nothing
class Splitting {
    static void middle(String s) {
        if (s != null) {
            String[] parts = s.split(",");
            assert parts.length != 3 || !parts[1].equals("b"); // @middle
        }
    }

    static void counts(String s) {
        if (s != null) {
            String[] parts = s.split(",");
            assert parts.length <= s.length() || s.isEmpty();
            assert s.contains(",") || parts.length == 1 && parts[0].equals(s);
            assert parts.length < 2 || !parts[parts.length - 1].isEmpty();
        }
    }

    static String nothing(String s) {
        return s == null ? "" : s.split(",")[0]; // @nothing
    }
}
