// Elements at indices that nobody knows: the caller wrote where the method reads.
// args: --method Indices.run --compose
// verdict: violated
// violation: AssertionError at run:@met
class Indices {
    static int read(int[] numbers, int at) {
        if (numbers == null || at < 0 || at >= numbers.length) return -1;
        return numbers[at] > 0 ? 1 : 0;
    }

    static void run(int[] numbers, int at, int other) {
        if (numbers == null || at < 0 || at >= numbers.length || other < 0 || other >= numbers.length) return;
        numbers[at] = 5;
        assert read(numbers, at) == 1;
        numbers[other] = 0;
        assert read(numbers, other) == 0;
        assert read(numbers, at) == 1; // @met
    }
}
