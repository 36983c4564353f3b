// An order of floats by < and > has no place for NaN: it equals everything.
// run: defect
// args: --method FloatOrderDefect.consistent
// verdict: violated
// violation: AssertionError at consistent:@zero
// run: fixed
// args: --method FloatOrderFixed.consistent
// verdict: proved
import java.util.Comparator;

class FloatOrderDefect {
    static final Comparator<Float> BY_VALUE = (a, b) -> a < b ? -1 : a > b ? 1 : 0;

    static void consistent(float x, float y) {
        boolean same = BY_VALUE.compare(x, y) == 0;
        assert !same || BY_VALUE.compare(x, 1f) == BY_VALUE.compare(y, 1f); // @zero
    }
}

class FloatOrderFixed {
    static final Comparator<Float> BY_VALUE = Float::compare;

    static void consistent(float x, float y) {
        boolean same = BY_VALUE.compare(x, y) == 0;
        assert !same || BY_VALUE.compare(x, 1f) == BY_VALUE.compare(y, 1f);
    }
}
