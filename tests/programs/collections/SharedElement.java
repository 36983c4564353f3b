// The same object may be in a list twice, and may be a parameter as well.
// run: twice
// args: --method SharedElement.twice --depth 2
// verdict: violated
// violation: AssertionError at twice:@twice
// run: parameter
// args: --method SharedElement.parameter --depth 2
// verdict: violated
// violation: AssertionError at parameter:@parameter
// run: told
// args: --method SharedElement.told --depth 2
// verdict: bounded
import java.util.List;

class SharedElement {
    int count;

    static void twice(List<SharedElement> xs) {
        if (xs == null || xs.size() != 2 || xs.contains(null)) {
            return;
        }
        xs.get(0).count = 1;
        xs.get(1).count = 2;
        assert xs.get(0).count == 1; // @twice
    }

    static void parameter(List<SharedElement> xs, SharedElement x) {
        if (xs == null || x == null || xs.isEmpty() || xs.get(0) == null) {
            return;
        }
        x.count = 1;
        xs.get(0).count = 2;
        assert x.count == 1; // @parameter
    }

    static void told(List<SharedElement> xs, SharedElement x) {
        if (xs == null || x == null || xs.isEmpty() || xs.get(0) == null || xs.get(0) == x) {
            return;
        }
        x.count = 1;
        xs.get(0).count = 2;
        assert x.count == 1;
    }
}
