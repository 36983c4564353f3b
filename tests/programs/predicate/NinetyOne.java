// McCarthy's function: ninety-one for everything up to a hundred, and beyond that ten less.
// args: --method NinetyOne.check --property assert
// verdict: proved
class NinetyOne {
    static int f(int n) {
        return n > 100 ? n - 10 : f(f(n + 11));
    }

    static void check(int n) {
        int result = f(n);
        assert n > 100 ? result == n - 10 : result == 91;
    }
}
