// Removing from a list inside its own for-each loop.
// run: defect
// args: --method RemoveInLoopDefect.dropExpired
// verdict: violated
// violation: ConcurrentModificationException at dropExpired:@next
// run: fixed
// args: --method RemoveInLoopFixed.dropExpired
// verdict: bounded
import java.util.List;

class RemoveInLoopDefect {
    static int dropExpired(List<Integer> deadlines, int now) {
        if (deadlines == null) {
            return 0;
        }
        int dropped = 0;
        for (Integer deadline : deadlines) { // @next
            if (deadline != null && deadline < now) {
                deadlines.remove(deadline);
                dropped++;
            }
        }
        return dropped;
    }
}

class RemoveInLoopFixed {
    static int dropExpired(List<Integer> deadlines, int now) {
        if (deadlines == null) {
            return 0;
        }
        int before = deadlines.size();
        deadlines.removeIf(deadline -> deadline != null && deadline < now);
        return before - deadlines.size();
    }
}
