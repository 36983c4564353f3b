// What trim and strip take off.
// run: differ
// args: --method Spaces.differ --string-length 3 --heap lazier-sharp
// verdict: violated
// violation: AssertionError at differ:@differ
// run: ends
// args: --method Spaces.ends --string-length 4 --heap lazier
// verdict: bounded
class Spaces {
    static void differ(String s) {
        if (s != null) {
            assert s.trim().equals(s.strip()); // @differ
        }
    }

    static void ends(String s) {
        if (s != null) {
            String t = s.trim();
            assert t.isEmpty() || t.charAt(0) > ' ' && t.charAt(t.length() - 1) > ' ';
            assert s.contains(t) && t.trim().equals(t);
            assert s.isBlank() == s.strip().isEmpty();
            assert s.stripLeading().stripTrailing().equals(s.strip());
        }
    }
}
