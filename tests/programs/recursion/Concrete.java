// Deep and wide recursion on concrete values.
// args: --method Concrete.check
// verdict: proved
// paths: 1
class Concrete {
    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int hanoi(int disks) {
        return disks == 0 ? 0 : hanoi(disks - 1) + 1 + hanoi(disks - 1);
    }

    static long deep(int n) {
        return n == 0 ? 0 : n + deep(n - 1);
    }

    static void check() {
        assert fibonacci(15) == 610;
        assert ackermann(2, 3) == 9;
        assert hanoi(8) == 255;
        assert deep(1000) == 500500;
    }
}
