// A class of one's own that extends a library's list is built by the library's constructor; where a list is wanted it is left out.
// run: list
// args: --method OwnList.first
// verdict: bounded
// run: own
// args: --method OwnList.reads
// verdict: bounded
import java.util.ArrayList;
import java.util.List;

class OwnList {
    static class Logged extends ArrayList<Integer> {
        int reads;
    }

    static int first(List<Integer> xs) {
        return xs == null || xs.isEmpty() || xs.get(0) == null ? 0 : xs.get(0);
    }

    static int reads(Logged xs) {
        return xs == null ? 0 : xs.reads;
    }
}
