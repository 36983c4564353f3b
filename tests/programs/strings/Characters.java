// Walking over the characters of a concrete string.
// run: palindrome
// args: --method Characters.palindrome
// verdict: proved
// run: outside
// args: --method Characters.count
// verdict: violated
// violation: AssertionError at count:@count
class Characters {
    static boolean isPalindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    static void palindrome() {
        assert isPalindrome("") && isPalindrome("x") && isPalindrome("otto") && !isPalindrome("lazuli");
        assert "a\u00e9\u4e2d".length() == 3 && "a\u00e9\u4e2d".charAt(2) == 0x4e2d;
        assert "abc".compareTo("abd") < 0 && "b".compareTo("abc") > 0 && "ab".compareTo("abc") == -1;
    }

    static void count(char wanted) {
        String text = "banana";
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == wanted) {
                count++;
            }
        }
        assert count != 3; // @count
    }
}
