// Dates are what their factories give: any day there is, and no other.
// run: range
// args: --method DateInputs.inRange
// verdict: proved
// run: leap
// args: --method DateInputs.leap
// verdict: violated
// violation: AssertionError at leap:@leap
// run: unread
// args: --method DateInputs.unread
// verdict: violated
// violation: AssertionError at unread:@unread
// run: epoch
// args: --method DateInputs.epoch
// verdict: violated
// violation: AssertionError at epoch:@epoch
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Date;

final class DateInputs {
    static void inRange(LocalDate day) {
        if (day != null) {
            assert day.getMonthValue() >= 1 && day.getMonthValue() <= 12 && day.getDayOfMonth() <= 31;
        }
    }

    static void leap(LocalDate day) {
        if (day != null && day.getMonthValue() == 2) {
            assert day.getDayOfMonth() <= 28; // @leap
        }
    }

    static void unread(LocalDateTime moment) {
        assert moment == null; // @unread
    }

    static void epoch(Date date) {
        assert date == null || date.getTime() != -1L; // @epoch
    }
}
