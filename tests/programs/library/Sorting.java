// Collections.sort and Arrays.sort of unknown numbers; a comparator that subtracts overflows.
// run: sorted
// args: --method Sorting.sorted
// verdict: proved
// run: subtracting
// args: --method Sorting.subtracting
// verdict: violated
// violation: AssertionError at subtracting:@subtracting
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

class Sorting {
    static void sorted(int a, int b, int c) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        Collections.sort(list);
        assert list.get(0) <= list.get(1) && list.get(1) <= list.get(2);
        int[] array = {a, b, c};
        Arrays.sort(array);
        assert array[0] == list.get(0) && array[1] == list.get(1) && array[2] == list.get(2);
    }

    static void subtracting(int a, int b) {
        Integer[] array = {a, b};
        Arrays.sort(array, (x, y) -> x - y);
        assert array[0] <= array[1]; // @subtracting
    }
}
