// Counting the days down to the year, the last day of a leap year is neither more nor less.
// run: defect
// args: --method LeapYearLoopDefect.yearOf --report endless
// verdict: violated
// violation: Endless at yearOf:@day
// run: fixed
// args: --method LeapYearLoopFixed.yearOf --report endless
// verdict: proved
class LeapYearLoopDefect {
    static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int yearOf(int days) {
        if (days < 1 || days > 3000) {
            return 0;
        }
        int year = 1980;
        while (days > 365) {
            if (isLeap(year)) { // @day
                if (days > 366) {
                    days -= 366;
                    year++;
                }
            } else {
                days -= 365;
                year++;
            }
        }
        return year;
    }
}

class LeapYearLoopFixed {
    static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int yearOf(int days) {
        if (days < 1 || days > 3000) {
            return 0;
        }
        int year = 1980;
        int length = 366;
        while (days > length) {
            days -= length;
            year++;
            length = isLeap(year) ? 366 : 365;
        }
        return year;
    }
}
