// Keys of a class of one's own: a set distinguishes them by its equals and hashCode.
// run: equal
// args: --method KeysByEquals.equal --collection-size 2 --depth 2
// verdict: bounded
// run: unequal
// args: --method KeysByEquals.unequal --collection-size 2 --depth 2
// verdict: violated
// violation: AssertionError at unequal:@colliding
import java.util.Iterator;
import java.util.Set;

class KeysByEquals {
    static final class Key {
        int id;
        int version;

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }

        @Override
        public int hashCode() {
            return id & 1;
        }
    }

    static void equal(Set<Key> keys) {
        if (keys == null || keys.size() != 2 || keys.contains(null)) {
            return;
        }
        Iterator<Key> it = keys.iterator();
        assert it.next().id != it.next().id;
    }

    static void unequal(Set<Key> keys) {
        if (keys == null || keys.size() != 2 || keys.contains(null)) {
            return;
        }
        Iterator<Key> it = keys.iterator();
        assert it.next().version != it.next().version; // @colliding
    }
}
