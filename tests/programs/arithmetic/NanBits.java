// What is not a number has many bits, and a caller may pass any of them.
// run: single
// args: --method NanBits.single
// verdict: violated
// violation: AssertionError at single:@single
// run: wide
// args: --method NanBits.wide
// verdict: violated
// violation: AssertionError at wide:@wide
// run: element
// args: --method NanBits.element --heap summary
// verdict: violated
// violation: AssertionError at element:@element
// run: field
// args: --method NanBits.field --heap lazy
// verdict: violated
// violation: AssertionError at field:@field
// run: usual
// args: --method NanBits.usual
// verdict: proved
class NanBits {
    double held;

    static void single(float f) {
        if (f != f) {
            assert Float.floatToRawIntBits(f) == 0x7fc00000; // @single
        }
    }

    static void wide(double d) {
        if (d != d) {
            assert Double.doubleToRawLongBits(d) >= 0; // @wide
        }
    }

    static void element(float[] all) {
        if (all != null && all.length > 0 && all[0] != all[0]) {
            assert (Float.floatToRawIntBits(all[0]) & 0xff) != 7; // @element
        }
    }

    void field() {
        if (held != held) {
            assert Double.doubleToRawLongBits(held) != 0x7ff8000000000123L; // @field
        }
    }

    static void usual(float f) {
        if (f != f) {
            assert Float.floatToIntBits(f) == 0x7fc00000;
        }
    }
}
