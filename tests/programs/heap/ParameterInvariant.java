// repOk of a parameter's class is assumed as well.
// run: assumed
// args: --method ParameterInvariant.width
// verdict: proved
// run: ignored
// args: --method ParameterInvariant.width --no-invariant
// verdict: violated
// violation: AssertionError at width:@width
class Range {
    short low;
    short high;

    boolean repOk() {
        return low <= high;
    }
}

class ParameterInvariant {
    static void width(Range range) {
        if (range != null) {
            assert range.high - range.low >= 0; // @width
        }
    }
}
