// Concrete bounds, symbolic data.
// run: rectangle
// args: --method NestedLoops.rectangle
// verdict: proved
// paths: 1
// run: triangle
// args: --method NestedLoops.triangle
// verdict: violated
// violation: AssertionError at triangle:@triangle
class NestedLoops {
    static void rectangle(int x) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 5; j++) {
                sum += x;
            }
        }
        assert sum == 20 * x;
    }

    static void triangle(int x) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j <= i; j++) {
                sum += x;
            }
        }
        assert sum == 9 * x; // @triangle
    }
}
