// An exception that a JVM raises by an instruction has a message; one that a native method of the library raises may have none.
// run: instruction
// args: --method MissingMessages.instruction
// verdict: proved
// run: out-of-bounds
// args: --method MissingMessages.outOfBounds
// verdict: violated
// violation: AssertionError at outOfBounds:@outOfBounds
// run: no-message
// args: --method MissingMessages.noMessage
// verdict: proved
// run: native-null
// args: --method MissingMessages.nativeNull
// verdict: inconclusive
// reason: looking at text

import java.lang.reflect.Array;

class MissingMessages {
    static void instruction(int[] numbers) {
        try {
            numbers[0] = 1;
        } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
            assert e.getMessage() != null;
        }
    }

    static void outOfBounds(int[] numbers, int index) {
        if (numbers != null) {
            try {
                Array.getInt(numbers, index);
            } catch (ArrayIndexOutOfBoundsException e) {
                assert e.getMessage() != null; // @outOfBounds
            }
        }
    }

    static void noMessage(int[] numbers, int index) {
        if (numbers != null) {
            try {
                Array.setInt(numbers, index, 7);
            } catch (ArrayIndexOutOfBoundsException e) {
                assert e.getMessage() == null;
            }
        }
    }

    /** There is none in a JVM; what lazuli does not know, it does not decide. */
    static void nativeNull(int[] numbers) {
        try {
            System.arraycopy(numbers, 0, new int[1], 0, 0);
        } catch (NullPointerException e) {
            assert e.getMessage() != null;
        } catch (ArrayIndexOutOfBoundsException e) {
            return;
        }
    }
}
