// Strings and arrays of characters.
// run: changed
// args: --method CharacterArrays.changed --string-length 4 --heap lazier-sharp
// verdict: violated
// violation: AssertionError at changed:@changed
// run: copy
// args: --method CharacterArrays.copy --string-length 4 --heap lazier
// verdict: bounded
// run: made
// args: --method CharacterArrays.made --string-length 4 --heap summary
// verdict: violated
// violation: AssertionError at made:@made
class CharacterArrays {
    static void changed(String s) {
        if (s != null && s.length() == 3) {
            char[] a = s.toCharArray();
            a[1] = 'x';
            assert !new String(a).equals("axc") || s.equals("axc"); // @changed
        }
    }

    static void copy(String s) {
        if (s != null) {
            char[] a = s.toCharArray();
            assert a.length == s.length() && new String(a).equals(s) && String.valueOf(a).equals(s);
            if (a.length > 0) {
                a[0]++;
                assert s.charAt(0) != a[0];
            }
        }
    }

    static void made(char[] a) {
        if (a != null && a.length > 1) {
            assert !new String(a).equals("ok"); // @made
        }
    }
}
