// The remove of a list of numbers takes an int for an index.
// run: defect
// args: --method RemoveByIndexDefect.removes
// verdict: violated
// violation: IndexOutOfBoundsException at forget:@index
// run: fixed
// args: --method RemoveByIndexFixed.removes
// verdict: proved
import java.util.ArrayList;
import java.util.List;

class RemoveByIndexDefect {
    private final List<Integer> ids = new ArrayList<>();

    void forget(int id) {
        if (ids.contains(id)) {
            ids.remove(id); // @index
        }
    }

    static int removes(int id) {
        RemoveByIndexDefect registry = new RemoveByIndexDefect();
        registry.ids.add(id);
        registry.forget(id);
        return registry.ids.size();
    }
}

class RemoveByIndexFixed {
    private final List<Integer> ids = new ArrayList<>();

    void forget(int id) {
        if (ids.contains(id)) {
            ids.remove(Integer.valueOf(id));
        }
    }

    static int removes(int id) {
        RemoveByIndexFixed registry = new RemoveByIndexFixed();
        registry.ids.add(id);
        registry.forget(id);
        return registry.ids.size();
    }
}
