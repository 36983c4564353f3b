// The class that a method uses is initialised by the first call, not by the second.
// args: --method FirstUse.run --compose
// verdict: violated
// violation: AssertionError at run:@once
class FirstUse {
    static int count;

    static class Used {
        static int value = 5;

        static {
            count++;
        }

        static int get(int number) {
            return number > 0 ? value : -value;
        }
    }

    static int use(int number) {
        if (number == 3) return 0;
        return Used.get(number);
    }

    static void run(int number) {
        int before = count;
        use(number);
        if (number == 3) assert count == before;
        use(number);
        assert count == before; // @once
    }
}
