// What is above a type, or of no known type, may be an object of any class, a constant of an enum too.
// run: above
// args: --method AboveElements.above --collection-size 1 --heap summary
// verdict: violated
// violation: AssertionError at above:@above
// run: raw
// args: --method AboveElements.raw --collection-size 1 --heap lazy
// verdict: violated
// violation: AssertionError at raw:@raw
// run: field
// args: --method AboveElements.field --collection-size 1 --heap lazier
// verdict: violated
// violation: AssertionError at field:@field
import java.util.List;

class AboveElements {
    enum Side {
        LEFT, RIGHT
    }

    List<List> held;

    static void above(List<? super Integer> all) {
        if (all != null && !all.isEmpty()) {
            Object first = all.get(0);
            assert first == null || first instanceof Integer; // @above
        }
    }

    static void raw(List all) {
        if (all != null && !all.isEmpty()) {
            assert all.get(0) != Side.RIGHT; // @raw
        }
    }

    void field() {
        if (held != null && held.size() == 1 && held.get(0) != null && held.get(0).size() == 1) {
            assert held.get(0).get(0) != Side.LEFT; // @field
        }
    }
}
