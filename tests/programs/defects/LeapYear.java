// Centuries are no leap years, but every fourth of them is.
// run: defect
// args: --method LeapYearDefect.february
// verdict: violated
// violation: AssertionError at february:@days
// run: fixed
// args: --method LeapYearFixed.february
// verdict: proved
class LeapYearDefect {
    static boolean isLeap(int year) {
        return year % 4 == 0 && year % 100 != 0;
    }

    static int daysIn(int year, int month) {
        switch (month) {
            case 2:
                return isLeap(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                return 31;
        }
    }

    static void february(int year, int month) {
        if (year < 1 || year > 9999 || month < 1 || month > 12) {
            return;
        }
        assert daysIn(year, month) == java.time.YearMonth.of(year, month).lengthOfMonth(); // @days
    }
}

class LeapYearFixed {
    static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int daysIn(int year, int month) {
        switch (month) {
            case 2:
                return isLeap(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                return 31;
        }
    }

    static void february(int year, int month) {
        if (year < 1 || year > 9999 || month < 1 || month > 12) {
            return;
        }
        assert daysIn(year, month) == java.time.YearMonth.of(year, month).lengthOfMonth();
    }
}
