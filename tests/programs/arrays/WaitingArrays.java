// A precondition on an array that the method overwrites is asked of what the array was.
// run: written
// args: --method WaitingArrays.written --requires WaitingArrays.ascends
// verdict: violated
// violation: AssertionError at written:@written
// run: copied
// args: --method WaitingArrays.copied --requires WaitingArrays.endsInSeven
// verdict: violated
// violation: AssertionError at copied:@copied
class WaitingArrays {
    static boolean ascends(int[] array) {
        if (array == null || array.length > 3) {
            return false;
        }
        for (int i = 1; i < array.length; i++) {
            if (array[i - 1] > array[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean endsInSeven(int[] array, int[] other) {
        return array != null
                && other != null
                && array.length == other.length
                && array.length > 0
                && array.length < 3
                && array[array.length - 1] == 7
                && other[0] == 9;
    }

    static void written(int[] array) {
        if (array.length == 2) {
            array[0] = 5;
            assert array[1] >= 5; // @written
        }
    }

    /** Overwrites the whole array before the precondition needs to have looked at it. */
    static void copied(int[] array, int[] other) {
        System.arraycopy(other, 0, array, 0, other.length);
        assert array[0] != 9; // @copied
    }
}
