// Letters are made equal by a bit that also changes what is no letter.
// run: defect
// args: --method CaseOfUnknownDefect.sameLetter
// verdict: violated
// violation: AssertionError at sameLetter:@case
// run: fixed
// args: --method CaseOfUnknownFixed.sameLetter
// verdict: proved
class CaseOfUnknownDefect {
    static char lower(char c) {
        return c < 128 ? (char) (c | 0x20) : c;
    }

    static void sameLetter(char c) {
        if (c < 128) {
            assert lower(c) == Character.toLowerCase(c); // @case
        }
    }
}

class CaseOfUnknownFixed {
    static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
    }

    static void sameLetter(char c) {
        if (c < 128) {
            assert lower(c) == Character.toLowerCase(c);
        }
    }
}
