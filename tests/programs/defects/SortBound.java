// An insertion sort that leaves the last element where it was.
// run: defect
// args: --method SortBoundDefect.sortsFour
// verdict: violated
// violation: AssertionError at sortsFour:@sorted
// run: fixed
// args: --method SortBoundFixed.sortsFour
// verdict: proved
class SortBoundDefect {
    static void sort(int[] values) {
        for (int i = 1; i < values.length - 1; i++) {
            int value = values[i];
            int at = i - 1;
            while (at >= 0 && values[at] > value) {
                values[at + 1] = values[at];
                at--;
            }
            values[at + 1] = value;
        }
    }

    static void sortsFour(int a, int b, int c, int d) {
        int[] values = {a, b, c, d};
        sort(values);
        for (int i = 1; i < values.length; i++) {
            assert values[i - 1] <= values[i]; // @sorted
        }
    }
}

class SortBoundFixed {
    static void sort(int[] values) {
        for (int i = 1; i < values.length; i++) {
            int value = values[i];
            int at = i - 1;
            while (at >= 0 && values[at] > value) {
                values[at + 1] = values[at];
                at--;
            }
            values[at + 1] = value;
        }
    }

    static void sortsFour(int a, int b, int c, int d) {
        int[] values = {a, b, c, d};
        sort(values);
        for (int i = 1; i < values.length; i++) {
            assert values[i - 1] <= values[i];
        }
    }
}
