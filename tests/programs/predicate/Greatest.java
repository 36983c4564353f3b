// What is not a number is not smaller than anything, and nothing is smaller than it.
// args: --method Greatest.of
// verdict: violated
// violation: AssertionError at of:@greatest
class Greatest {
    static double of(double[] values) {
        if (values == null || values.length == 0) {
            return 0;
        }
        double greatest = values[0];
        for (int i = 1; i < values.length; i++) {
            if (values[i] > greatest) {
                greatest = values[i];
            }
            assert greatest >= values[i]; // @greatest
        }
        return greatest;
    }
}
