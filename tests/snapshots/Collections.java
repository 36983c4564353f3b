import java.util.List;
import java.util.Map;
import java.util.Optional;

class Collections {
    static int last(List<Integer> list) {
        return list == null ? 0 : list.get(list.size());
    }

    static void lookup(Map<Integer, Integer> map) {
        if (map != null && map.size() == 1) {
            Integer found = map.get(7);
            assert found == null || found != 5;
        }
    }

    static int given(Optional<Integer> number) {
        return number == null ? 0 : number.get();
    }
}
