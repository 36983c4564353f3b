// EnumMap and EnumSet with an unknown constant.
// run: counted
// args: --method EnumMaps.counted
// verdict: proved
// run: weekend
// args: --method EnumMaps.weekend
// verdict: violated
// violation: AssertionError at weekend:@weekend
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

class EnumMaps {
    enum Day {
        MONDAY, TUESDAY, SUNDAY
    }

    static void counted(Day day, int n) {
        if (day == null) {
            return;
        }
        Map<Day, Integer> map = new EnumMap<>(Day.class);
        map.put(Day.TUESDAY, 1);
        map.put(day, n);
        assert map.get(day) == n;
        assert map.size() == (day == Day.TUESDAY ? 1 : 2);
    }

    static void weekend(Day day) {
        if (day == null) {
            return;
        }
        Set<Day> free = EnumSet.complementOf(EnumSet.of(Day.MONDAY, Day.TUESDAY));
        assert !free.contains(day); // @weekend
    }
}
