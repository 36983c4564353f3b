// Identity hash codes differ from run to run: neither parity is certain, whatever the machine would choose.
// run: even
// args: --method IdentityHash.even
// verdict: inconclusive
// reason: identity hash code
// run: odd
// args: --method IdentityHash.odd
// verdict: inconclusive
// reason: identity hash code
// run: set
// args: --method IdentityHash.inSet
// verdict: proved
import java.util.HashSet;
import java.util.Set;

class IdentityHash {
    static void even() {
        assert new Object().hashCode() % 2 == 0;
    }

    static void odd() {
        assert System.identityHashCode(new Object()) % 2 != 0;
    }

    static void inSet() {
        Set<IdentityHash> set = new HashSet<>();
        IdentityHash one = new IdentityHash();
        set.add(one);
        set.add(new IdentityHash());
        assert set.size() == 2 && set.contains(one);
    }
}
