// The day of the week before the epoch.
// run: defect
// args: --method WeekdayDefect.weekday
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at weekday:@name
// run: fixed
// args: --method WeekdayFixed.weekday
// verdict: proved
class WeekdayDefect {
    private static final String[] NAMES = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};

    static String weekday(long epochSecond) {
        long day = epochSecond / 86_400;
        return NAMES[(int) (day % 7)]; // @name
    }
}

class WeekdayFixed {
    private static final String[] NAMES = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};

    static String weekday(long epochSecond) {
        long day = Math.floorDiv(epochSecond, 86_400L);
        return NAMES[(int) Math.floorMod(day, 7L)];
    }
}
