// The end of a range is its start plus its length, which may overflow.
// run: defect
// args: --method RangeOverlapDefect.overlaps
// verdict: violated
// violation: AssertionError at overlaps:@same
// run: fixed
// args: --method RangeOverlapFixed.overlaps
// verdict: proved
class RangeOverlapDefect {
    static boolean contains(int start, int length, int position) {
        return position >= start && position < start + length;
    }

    static void overlaps(int start, int length, int position) {
        if (start < 0 || length < 0) {
            return;
        }
        boolean inside = position >= start && (long) position - start < length;
        assert contains(start, length, position) == inside; // @same
    }
}

class RangeOverlapFixed {
    static boolean contains(int start, int length, int position) {
        return position >= start && position - start < length;
    }

    static void overlaps(int start, int length, int position) {
        if (start < 0 || length < 0) {
            return;
        }
        boolean inside = position >= start && (long) position - start < length;
        assert contains(start, length, position) == inside;
    }
}
