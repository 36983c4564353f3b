// The average of two large readings is negative.
// run: defect
// args: --method AverageOverflowDefect.average
// verdict: violated
// violation: AssertionError at average:@between
// run: fixed
// args: --method AverageOverflowFixed.average
// verdict: proved
class AverageOverflowDefect {
    static int mean(int[] readings) {
        int sum = 0;
        for (int reading : readings) {
            sum += reading;
        }
        return sum / readings.length;
    }

    static void average(int a, int b) {
        int mean = mean(new int[] {a, b});
        assert Math.min(a, b) <= mean && mean <= Math.max(a, b); // @between
    }
}

class AverageOverflowFixed {
    static int mean(int[] readings) {
        long sum = 0;
        for (int reading : readings) {
            sum += reading;
        }
        return (int) (sum / readings.length);
    }

    static void average(int a, int b) {
        int mean = mean(new int[] {a, b});
        assert Math.min(a, b) <= mean && mean <= Math.max(a, b);
    }
}
