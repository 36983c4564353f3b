// An order that looks at one field takes different things for equal.
// run: defect
// args: --method TreeSetDropsDefect.keepsBoth
// verdict: violated
// violation: AssertionError at keepsBoth:@both
// run: fixed
// args: --method TreeSetDropsFixed.keepsBoth
// verdict: proved
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

class TreeSetDropsDefect {
    record Score(int points, int player) {}

    static void keepsBoth(int first, int second) {
        Set<Score> ranking = new TreeSet<>(Comparator.comparingInt(Score::points));
        ranking.add(new Score(first, 1));
        ranking.add(new Score(second, 2));
        assert ranking.size() == 2; // @both
    }
}

class TreeSetDropsFixed {
    record Score(int points, int player) {}

    static void keepsBoth(int first, int second) {
        Set<Score> ranking = new TreeSet<>(Comparator.comparingInt(Score::points).thenComparingInt(Score::player));
        ranking.add(new Score(first, 1));
        ranking.add(new Score(second, 2));
        assert ranking.size() == 2;
    }
}
