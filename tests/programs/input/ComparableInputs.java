// Things that can be compared are strings, numbers, or constants of the program's enums, and all of one class.
// run: found
// args: --method ComparableInputs.greatest --string-length 2
// verdict: violated
// violation: AssertionError at greatest:@greatest
// run: kinds
// args: --method ComparableInputs.oneKind --string-length 2
// verdict: bounded
// run: constant
// args: --method ComparableInputs.constant --string-length 2
// verdict: violated
// violation: AssertionError at constant:@constant
// run: array
// args: --method ComparableInputs.sorted --string-length 1
// verdict: violated
// violation: AssertionError at sorted:@sorted
final class ComparableInputs {
    enum Size {
        SMALL, LARGE
    }

    static <T extends Comparable<T>> void greatest(T one, T other) {
        if (one != null && other != null) {
            assert one.compareTo(other) != 3; // @greatest
        }
    }

    static <T extends Comparable<T>> void oneKind(T one, T other) {
        if (one != null && other != null) {
            assert one.getClass() == other.getClass();
        }
    }

    static void constant(Comparable<?> thing) {
        assert thing != Size.LARGE; // @constant
    }

    static void sorted(Integer[] numbers) {
        if (numbers != null && numbers.length == 2 && numbers[0] != null && numbers[1] != null) {
            Comparable<Integer> first = numbers[0];
            assert first.compareTo(numbers[1]) <= 0; // @sorted
        }
    }
}
