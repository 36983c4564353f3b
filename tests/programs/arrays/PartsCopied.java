// Arrays.copyOf and its kin with unknown lengths and positions: a path for each number of elements.
// run: longer
// args: --method PartsCopied.longer
// verdict: violated
// violation: AssertionError at longer:@longer
// run: copy
// args: --method PartsCopied.copy
// verdict: proved
// run: range
// args: --method PartsCopied.range
// verdict: violated
// violation: AssertionError at range:@range
// run: shift
// args: --method PartsCopied.shift
// verdict: proved
// run: objects
// args: --method PartsCopied.objects
// verdict: violated
// violation: AssertionError at objects:@objects
// run: any-length
// args: --method PartsCopied.anyLength --max-choices 20
// verdict: bounded
// run: compare
// args: --method PartsCopied.compare
// verdict: violated
// violation: AssertionError at compare:@compare
import java.util.Arrays;

class PartsCopied {
    static class Item {
        int number;
    }

    static void longer(int[] row, int length) {
        if (row != null && row.length <= 2 && length >= 0 && length <= 4) {
            int[] copy = Arrays.copyOf(row, length);
            assert copy.length <= row.length || copy[row.length] == 0;
            assert length < 2 || copy[1] != 7; // @longer
        }
    }

    static void copy(int[] row, int length) {
        if (row != null && row.length <= 2 && length >= 0 && length <= 3) {
            int[] copy = Arrays.copyOf(row, length);
            for (int i = 0; i < length; i++) {
                assert copy[i] == (i < row.length ? row[i] : 0);
            }
            assert copy != row;
        }
    }

    static void range(long[] row, int from, int to) {
        if (row != null && row.length == 3 && from >= 0 && from <= to && to <= 3) {
            long[] part = Arrays.copyOfRange(row, from, to);
            assert part.length == 0 || part[0] == row[from];
            assert part.length != 2 || part[1] != row[2]; // @range
        }
    }

    static void shift(char[] letters, int position) {
        if (letters != null && letters.length == 4 && position >= 0 && position < 4) {
            char[] before = letters.clone();
            System.arraycopy(letters, position, letters, position + 1, 3 - position);
            assert letters[position] == before[position];
            assert position == 3 || letters[3] == before[2];
        }
    }

    static void objects(Item[] items, int count) {
        if (items != null && items.length <= 3 && count >= 0 && count <= items.length) {
            Item[] copy = new Item[3];
            System.arraycopy(items, 0, copy, 0, count);
            assert count < 2 || copy[0] == items[0];
            assert count < 2 || copy[0] == null || copy[0] != copy[1]; // @objects
        }
    }

    static void anyLength(int[] row, int length) {
        if (row != null && length > 0) {
            int[] copy = Arrays.copyOf(row, length);
            assert row.length == 0 || copy[0] == row[0];
        }
    }

    static void compare(int[] one, int[] other) {
        if (one != null && other != null && one.length <= 2 && other.length <= 2) {
            int index = Arrays.mismatch(one, other);
            assert (index < 0) == Arrays.equals(one, other);
            assert index != 1; // @compare
        }
    }
}
