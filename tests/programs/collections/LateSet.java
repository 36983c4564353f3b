// A set whose keys were changed before anybody looked into it: what it held at first can no longer be asked.
// args: --method LateSet.late --collection-size 1 --depth 2
// verdict: inconclusive
// reason: first looked into after other changes
import java.util.Set;

class LateSet {
    int id;

    @Override
    public boolean equals(Object other) {
        return other instanceof LateSet && ((LateSet) other).id == id;
    }

    @Override
    public int hashCode() {
        return id;
    }

    static void late(LateSet key, Set<LateSet> keys) {
        if (key == null) {
            return;
        }
        key.id++;
        if (keys != null) {
            assert keys.size() <= 1;
        }
    }
}
