// Days in milliseconds do not fit an int from the 25th on.
// run: defect
// args: --method MillisecondsDefect.later
// verdict: violated
// violation: AssertionError at later:@after
// run: fixed
// args: --method MillisecondsFixed.later
// verdict: proved
class MillisecondsDefect {
    private static final int DAY = 24 * 60 * 60 * 1000;

    static long plusDays(long start, int days) {
        return start + days * DAY;
    }

    static void later(int days) {
        if (days > 0 && days <= 36500) {
            long start = 1_000_000L;
            long end = plusDays(start, days);
            assert end > start && (end - start) % DAY == 0; // @after
        }
    }
}

class MillisecondsFixed {
    private static final int DAY = 24 * 60 * 60 * 1000;

    static long plusDays(long start, int days) {
        return start + (long) days * DAY;
    }

    static void later(int days) {
        if (days > 0 && days <= 36500) {
            long start = 1_000_000L;
            long end = plusDays(start, days);
            assert end > start && end - start <= 36500L * DAY;
        }
    }
}
