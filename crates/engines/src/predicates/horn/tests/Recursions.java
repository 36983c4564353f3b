class Recursions {
    static int add(int m, int n) {
        return n <= 0 ? m : add(m + 1, n - 1);
    }

    static void addition(int m, int n) {
        if (m < 0 || n < 0) return;
        assert add(m, n) == m + n;
    }

    static int f91(int n) {
        return n > 100 ? n - 10 : f91(f91(n + 11));
    }

    static void mcCarthy(int n) {
        if (n <= 101) assert f91(n) == 91;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static void fibonacci(int n) {
        if (n >= 1) assert fib(n) >= n - 1;
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static void evenOdd(int n) {
        if (n >= 0 && even(n)) assert n % 2 == 0;
    }

    static int moves(int n) {
        return n <= 1 ? 1 : moves(n - 1) + 1 + moves(n - 1);
    }

    static void hanoi(int n) {
        if (n >= 1) assert moves(n) >= n;
    }

    static int gcd(int a, int b) {
        if (a == b) return a;
        return a > b ? gcd(a - b, b) : gcd(a, b - a);
    }

    static void divisor(int a, int b) {
        if (a > 0 && b > 0) {
            int d = gcd(a, b);
            assert 1 <= d && d <= a && d <= b;
        }
    }

    static int sum(int[] a, int from, int to) {
        if (to - from < 1) return 0;
        if (to - from == 1) return a[from];
        int mid = from + (to - from) / 2;
        return sum(a, from, mid) + sum(a, mid, to);
    }

    static int divide(int[] a) {
        return sum(a, 0, a.length);
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static void positive(int n) {
        assert factorial(n) >= 1;
    }
}
