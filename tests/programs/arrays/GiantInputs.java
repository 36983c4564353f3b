// What fails only with an array or a string of a size that a JVM is not given is a bound, and no violation; and it hides none
// in the same place that needs no such input.
// run: array
// args: --method GiantInputs.oneMore
// verdict: bounded
// reason: NegativeArraySizeException only with an array or a string of more than 67108864 elements
// run: text
// args: --method GiantInputs.oneMoreUnit
// verdict: bounded
// reason: NegativeArraySizeException only with an array or a string of more than 67108864 elements
// run: both
// args: --method GiantInputs.oneMoreOrLess
// verdict: violated
// violation: NegativeArraySizeException at oneMoreOrLess:@size
class GiantInputs {
    static int oneMore(int[] values) {
        return values == null ? 0 : new int[values.length + 1].length;
    }

    static int oneMoreUnit(String text) {
        return text == null ? 0 : new char[text.length() + 1].length;
    }

    // Without others the array must be giant.
    static int oneMoreOrLess(int[] values, int[] others) {
        if (values == null) {
            return 0;
        }
        int size = values.length + 1;
        if (others != null) {
            size = values.length - 1;
        }
        return new int[size].length; // @size
    }
}
