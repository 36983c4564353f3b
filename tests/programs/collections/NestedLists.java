// A list of lists: the inner ones may be null, and may be one list.
// run: flat
// args: --method NestedLists.flat --collection-size 2 --depth 2
// verdict: violated
// violation: NullPointerException at flat:@inner
// run: shared
// args: --method NestedLists.shared --collection-size 2 --depth 2
// verdict: violated
// violation: AssertionError at shared:@shared
// run: counted
// args: --method NestedLists.counted --collection-size 1 --depth 2
// verdict: bounded
import java.util.List;

class NestedLists {
    static int flat(List<List<Integer>> rows) {
        int size = 0;
        if (rows != null) {
            for (List<Integer> row : rows) {
                size += row.size(); // @inner
            }
        }
        return size;
    }

    static void shared(List<List<Integer>> rows) {
        if (rows == null || rows.size() != 2 || rows.get(0) == null || rows.get(1) == null) {
            return;
        }
        int size = rows.get(1).size();
        rows.get(0).clear();
        assert rows.get(1).size() == size; // @shared
    }

    static void counted(List<List<Integer>> rows) {
        if (rows == null) {
            return;
        }
        int size = 0;
        for (List<Integer> row : rows) {
            size += row == null ? 0 : row.size();
        }
        assert size <= 1;
    }
}
