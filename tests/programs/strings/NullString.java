// What does not look inside a string can still be decided.
// args: --method NullString.check
// verdict: violated
// violation: NullPointerException at check:@null
class NullString {
    static int check(boolean b) {
        String s = b ? "text" : null;
        return s.length(); // @null
    }
}
