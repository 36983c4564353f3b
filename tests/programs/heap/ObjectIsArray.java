// An unknown Object that was looked at may turn out to be the very array that is read later.
// run: alias
// args: --method ObjectIsArray.alias
// verdict: violated
// violation: AssertionError at alias:@alias
// run: field
// args: --method ObjectIsArray.throughFields
// verdict: violated
// violation: AssertionError at throughFields:@fields
// run: write
// args: --method ObjectIsArray.writeThroughBoth
// verdict: violated
// violation: AssertionError at writeThroughBoth:@write
// run: rows
// args: --method ObjectIsArray.rows
// verdict: violated
// violation: AssertionError at rows:@rows
// run: store
// args: --method ObjectIsArray.push
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at push:@push
// violation: ArrayStoreException at push:@push
// violation: AssertionError at push:@self
// run: other
// args: --method ObjectIsArray.notBoth
// verdict: proved
// run: proof
// args: --method ObjectIsArray.unrelated
// verdict: proved
class ObjectIsArray {
    static class Holder {
        Object item;
        int[] row;
        Object[] items;
        int size;
    }

    static void alias(Object object, int[] row) {
        if (object != null && row != null) {
            assert object != row; // @alias
        }
    }

    static void throughFields(Holder one, Holder other) {
        if (one != null && other != null && one.item != null) {
            int[] row = other.row;
            assert one == other || row != one.item; // @fields
        }
    }

    static void writeThroughBoth(Holder holder) {
        if (holder != null && holder.item != null && holder.row != null && holder.row.length == 1) {
            holder.row[0] = 7;
            if (holder.item instanceof int[]) {
                int[] same = (int[]) holder.item;
                assert same.length != 1 || same[0] != 7; // @write
            }
        }
    }

    static void rows(Object object, int[][] rows) {
        if (object != null && rows != null && rows.length > 0) {
            assert rows[0] != object; // @rows
        }
    }

    static void push(Holder stack, Object item) {
        if (item == null || stack == null || stack.items == null) {
            return;
        }
        stack.items[stack.size] = item; // @push
        assert stack.items[stack.size] != stack.items; // @self
    }

    static void notBoth(Object object, int[] row, long[] longs) {
        if (object != null && row != null && longs != null && object == (Object) row) {
            assert object != (Object) longs;
        }
    }

    static void unrelated(Holder holder) {
        if (holder != null && holder.item != null && holder.row != null && holder.row.length > 0) {
            int before = holder.row[0];
            Object item = holder.item;
            holder.size = 3;
            assert holder.row[0] == before && holder.item == item;
        }
    }
}
