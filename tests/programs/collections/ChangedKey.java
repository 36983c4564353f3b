// A key that changes after it was put in is lost.
// run: changed
// args: --method ChangedKey.changed --collection-size 1 --depth 2
// verdict: violated
// violation: AssertionError at changed:@lost
// run: unchanged
// args: --method ChangedKey.unchanged --collection-size 1 --depth 2
// verdict: bounded
import java.util.Set;

class ChangedKey {
    static final class Key {
        int id;

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    static void changed(Set<Key> keys) {
        if (keys == null || keys.isEmpty() || keys.contains(null)) {
            return;
        }
        Key key = keys.iterator().next();
        key.id++;
        assert keys.contains(key); // @lost
    }

    static void unchanged(Set<Key> keys) {
        if (keys == null || keys.isEmpty() || keys.contains(null)) {
            return;
        }
        Key key = keys.iterator().next();
        key.id++;
        key.id--;
        assert keys.contains(key);
    }
}
