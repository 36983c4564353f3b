// The program asks for the library's overflow checks: outcomes, no violations.
// args: --method ExactMath.total
// verdict: proved
class ExactMath {
    static void total(int a, int b) {
        int sum = Math.addExact(a, b);
        assert sum == (long) a + b;
    }
}
