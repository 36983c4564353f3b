// Mathematical integers outgrow their types: where a generalised state forgets one, and where a recursive call made one, it is no
// number of the input. Each assertion fails for n = 2, of such integers alone.
class OutgrownTypes {
    static int total;

    static void elements(int n) {
        if (n < 2 || n > 3) {
            return;
        }
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = 2147483647 + i;
        }
        for (int i = 0; i < n; i++) {
            assert a[i] <= 2147483647;
        }
    }

    static void add(int n) {
        if (n > 0) {
            total = total + 2000000000;
            add(n - 1);
        }
    }

    static void statics(int n) {
        if (n > 3) {
            return;
        }
        total = 0;
        add(n);
        assert total <= 2147483647;
    }

    static void write(int[] a, int n) {
        if (n > 0) {
            a[0] = a[0] + 2000000000;
            write(a, n - 1);
        }
    }

    static void written(int n) {
        if (n > 3) {
            return;
        }
        int[] a = new int[1];
        write(a, n);
        assert a[0] <= 2147483647;
    }
}
