// Loops over the characters of unknown strings.
// run: palindrome
// args: --method Loops.palindrome --string-length 5 --heap lazier
// verdict: bounded
// run: filter
// args: --method Loops.filter --string-length 4 --heap summary
// verdict: violated
// violation: AssertionError at filter:@filter
// run: unbalanced
// args: --method Loops.unbalanced --string-length 4 --heap lazy
// verdict: violated
// violation: AssertionError at unbalanced:@unbalanced
class Loops {
    static boolean isPalindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    static void palindrome(String s) {
        if (s != null && isPalindrome(s)) {
            assert s.length() < 2 || s.charAt(0) == s.charAt(s.length() - 1);
            assert s.length() < 4 || s.charAt(1) == s.charAt(s.length() - 2);
        }
    }

    static void filter(String s) {
        if (s == null) {
            return;
        }
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) {
            if (c != ' ') {
                b.append(c);
            }
        }
        assert !b.toString().equals("ab") || s.length() == 2; // @filter
    }

    static void unbalanced(String s) {
        if (s == null) {
            return;
        }
        int open = 0;
        for (int i = 0; i < s.length(); i++) {
            open += s.charAt(i) == '(' ? 1 : s.charAt(i) == ')' ? -1 : 0;
        }
        assert open != 0 || s.indexOf('(') <= s.indexOf(')'); // @unbalanced
    }
}
