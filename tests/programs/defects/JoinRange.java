// The number of elements between two bounds overflows, and a buffer of that size cannot be made.
// run: defect
// args: --method JoinRangeDefect.join
// verdict: violated
// violation: NegativeArraySizeException at join:@size
// run: fixed
// args: --method JoinRangeFixed.join
// verdict: proved
class JoinRangeDefect {
    static int join(int[] values, int start, int end) {
        if (values == null || start < 0 || end > values.length) {
            return 0;
        }
        if (end - start <= 0 && end > start) {
            return 0;
        }
        char[] buffer = new char[Math.min(end - start, 64) * 2]; // @size
        return buffer.length;
    }
}

class JoinRangeFixed {
    static int join(int[] values, int start, int end) {
        if (values == null || start < 0 || end > values.length || end <= start) {
            return 0;
        }
        char[] buffer = new char[Math.min(end - start, 64) * 2];
        return buffer.length;
    }
}
