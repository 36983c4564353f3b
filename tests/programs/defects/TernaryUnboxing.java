// A conditional of Integer and int is an int: the missing value is unboxed at once.
// run: defect
// args: --method TernaryUnboxingDefect.limit
// verdict: violated
// violation: NullPointerException at limit:@choice
// run: fixed
// args: --method TernaryUnboxingFixed.limit
// verdict: proved
class TernaryUnboxingDefect {
    static Integer limit(boolean custom, Integer value, int standard) {
        Integer limit = custom ? value : standard; // @choice
        if (limit == null) {
            return 100;
        }
        return limit < 0 ? 0 : limit;
    }
}

class TernaryUnboxingFixed {
    static Integer limit(boolean custom, Integer value, int standard) {
        Integer limit = custom ? value : Integer.valueOf(standard);
        if (limit == null) {
            return 100;
        }
        return limit < 0 ? 0 : limit;
    }
}
