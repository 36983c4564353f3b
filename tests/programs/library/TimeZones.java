// Time zones are read from the data of the JDK in use; the default one is that of its JVM.
// run: offsets
// args: --method TimeZones.offsets
// verdict: proved
// run: summer
// args: --method TimeZones.summer
// verdict: proved
// run: gap
// args: --method TimeZones.gap
// verdict: violated
// violation: AssertionError at gap:@gap
// run: unknownZone
// args: --method TimeZones.unknownZone
// verdict: proved
// run: old
// args: --method TimeZones.old
// verdict: proved
// run: usual
// args: --method TimeZones.usual
// verdict: proved
// run: texts
// args: --method TimeZones.texts
// verdict: proved
// run: now
// args: --method TimeZones.now
// verdict: inconclusive
// reason: currentTimeMillis
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;

public class TimeZones {
    static void offsets() {
        ZoneId paris = ZoneId.of("Europe/Paris");
        assert paris.getId().equals("Europe/Paris");
        assert paris.getRules().getOffset(Instant.ofEpochSecond(0)).getTotalSeconds() == 3600;
        assert !paris.getRules().isFixedOffset();
    }

    static void summer(int hour) {
        if (hour >= 0 && hour < 24) {
            LocalDateTime local = LocalDateTime.of(2020, 7, 1, hour, 0);
            assert ZonedDateTime.of(local, ZoneId.of("Europe/Paris")).getOffset().getTotalSeconds() == 7200;
        }
    }

    static void gap(int hour) {
        if (hour >= 0 && hour < 4) {
            LocalDateTime local = LocalDateTime.of(2021, 3, 28, hour, 30);
            assert ZonedDateTime.of(local, ZoneId.of("Europe/Paris")).getHour() == hour; // @gap
        }
    }

    static void unknownZone() {
        try {
            ZoneId.of("Europe/Atlantis");
            assert false;
        } catch (DateTimeException e) {
            assert e != null;
        }
        assert TimeZone.getTimeZone("Europe/Atlantis").getID().equals("GMT");
    }

    static void old() {
        assert TimeZone.getTimeZone("UTC").getRawOffset() == 0;
        TimeZone paris = TimeZone.getTimeZone("Europe/Paris");
        assert paris.getRawOffset() == 3600000;
        assert paris.useDaylightTime();
        assert paris.getOffset(1593561600000L) == 7200000;
    }

    static void usual() {
        assert TimeZone.getDefault().equals(TimeZone.getDefault());
        assert ZoneId.systemDefault() != null;
    }

    static void texts() {
        assert LocalDate.of(2020, 2, 3).toString().equals("2020-02-03");
        assert Instant.ofEpochSecond(0).toString().equals("1970-01-01T00:00:00Z");
        assert DateTimeFormatter.ISO_LOCAL_DATE.format(LocalDate.of(2020, 2, 3)).equals("2020-02-03");
        assert DateTimeFormatter.ofPattern("yyyy/MM/dd", Locale.US).format(LocalDate.of(2020, 2, 3)).equals("2020/02/03");
    }

    static void now() {
        assert Calendar.getInstance().getTimeInMillis() != 0;
    }
}
