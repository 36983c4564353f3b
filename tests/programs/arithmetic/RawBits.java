// What is not a number has many representations, which raw bits show.
// run: quotient
// args: --method RawBits.quotient
// verdict: violated
// violation: AssertionError at quotient:@quotient
// run: round-trip
// args: --method RawBits.roundTrip
// verdict: violated
// violation: AssertionError at roundTrip:@roundTrip
// run: one-representation
// args: --method RawBits.cooked
// verdict: proved
// run: numbers
// args: --method RawBits.numbers
// verdict: proved

class RawBits {
    /** On most machines the sign is set. */
    static void quotient(double zero) {
        if (zero == 0) {
            assert Double.doubleToRawLongBits(zero / zero) > 0; // @quotient
        }
    }

    static void roundTrip(int bits) {
        assert Float.floatToRawIntBits(Float.intBitsToFloat(bits)) != -1; // @roundTrip
    }

    static void cooked(double number) {
        assert number == number || Double.doubleToLongBits(number) == 0x7ff8000000000000L;
    }

    static void numbers(double number) {
        assert number != number || Double.longBitsToDouble(Double.doubleToRawLongBits(number)) == number;
        assert number == number || Math.round(number) == 0;
    }
}
