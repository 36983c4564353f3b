// retainAll, removeAll and equals of sets.
// run: equal
// args: --method SetAlgebra.equal
// verdict: proved
// run: disjoint
// args: --method SetAlgebra.disjoint
// verdict: violated
// violation: AssertionError at disjoint:@disjoint
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

class SetAlgebra {
    static void equal(int a, int b) {
        Set<Integer> hash = new HashSet<>();
        hash.add(a);
        hash.add(b);
        Set<Integer> tree = new TreeSet<>(hash);
        assert hash.equals(tree) && tree.hashCode() == hash.hashCode();
        hash.removeAll(Collections.singleton(a));
        assert hash.size() == (a == b ? 0 : 1);
    }

    static void disjoint(int a, int b, int c) {
        Set<Integer> set = new HashSet<>();
        set.add(a);
        set.add(b);
        Set<Integer> other = new HashSet<>();
        other.add(c);
        set.retainAll(other);
        assert set.isEmpty(); // @disjoint
    }
}
