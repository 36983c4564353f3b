// What nobody looks into bounds nothing; whether it is null can be asked for nothing, too.
// run: unused
// args: --method UnusedList.unused
// verdict: proved
// run: tested
// args: --method UnusedList.tested
// verdict: proved
import java.util.List;
import java.util.Map;

class UnusedList {
    static int unused(List<Integer> xs, Map<String, Integer> map, int y) {
        return y == 0 ? 0 : 100 / y;
    }

    static int tested(List<Integer> xs, int y) {
        if (xs == null) {
            return 0;
        }
        return y == 0 ? 0 : 100 / y;
    }
}
