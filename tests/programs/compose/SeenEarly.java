// Others know an object before its constructor has run, and the constructor of its superclass calls what its own fills.
// args: --method SeenEarly.run --compose
// verdict: violated
// violation: AssertionError at run:@early
class SeenEarly {
    static SeenEarly last;
    int value;

    SeenEarly(int number) {
        last = this;
        fill(number);
        if (value == 0) value = 1;
    }

    void fill(int number) {
        if (number > 0) value = number;
    }

    static class Below extends SeenEarly {
        int other;

        Below(int number) {
            super(number);
            if (other == 0) other = 2;
            else other = other + 1;
        }

        @Override
        void fill(int number) {
            other = number;
        }
    }

    static void run(int number) {
        Below made = new Below(number);
        assert last == made;
        if (number == 0) assert made.other == 2 && made.value == 1;
        else assert made.other == number + 1;
        assert made.other != 8; // @early
    }
}
