// The second version forgets the second element.
// run: right
// args: --method InsertionSort.right --requires InsertionSort.small
// verdict: proved
// run: wrong
// args: --method InsertionSort.wrong --requires InsertionSort.small
// verdict: violated
// violation: AssertionError at check:@order
class InsertionSort {
    static boolean small(int[] a) {
        return a != null && a.length <= 3;
    }

    static void sort(int[] a, int start) {
        for (int i = start; i < a.length; i++) {
            int moving = a[i];
            int j = i - 1;
            while (j >= 0 && a[j] > moving) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = moving;
        }
    }

    static void check(int[] a) {
        for (int i = 1; i < a.length; i++) {
            assert a[i - 1] <= a[i]; // @order
        }
    }

    static void right(int[] a) {
        sort(a, 1);
        check(a);
    }

    static void wrong(int[] a) {
        sort(a, 2);
        check(a);
    }
}
