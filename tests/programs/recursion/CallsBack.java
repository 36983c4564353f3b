// A recursive call does more than its code tells where the library calls back, and where a class is initialised: its callers see it.
// run: cause
// args: --method CallsBack.cause --property assert
// verdict: violated
// violation: AssertionError at cause:@cause
// run: class
// args: --method CallsBack.initialized --property assert
// verdict: violated
// violation: AssertionError at initialized:@class
class CallsBack {
    static int told;

    static class Noisy extends RuntimeException {
        @Override
        public String toString() {
            told++;
            return "noisy";
        }
    }

    static int wrap(int count) {
        if (count <= 0) {
            return 0;
        }
        // Its message is what the cause says of itself.
        new RuntimeException(new Noisy());
        return wrap(count - 1);
    }

    static void cause(int count) {
        told = 0;
        wrap(count);
        assert told < 12; // @cause
    }

    static class Late {
        static int value = set();

        static int set() {
            told = 1;
            return 0;
        }
    }

    static int touch(int count) {
        if (count <= 0) {
            return 0;
        }
        return count == 9 ? Late.value : touch(count - 1);
    }

    static void initialized(int count) {
        told = 0;
        touch(count);
        assert told == 0; // @class
    }
}
