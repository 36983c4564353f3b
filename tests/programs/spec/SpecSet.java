// Sets behind one interface, in a list and in a tree: what dispatch reaches, what is shared, and what throws.
// run: list-adds
// args: --method SpecSet.Listed.add --depth 3
// assume: no c: head.*next | c in c.^next
// ensures: head'.*next'.value' = head.*next.value + v
// ensures: $return <=> v !in head.*next.value
// verdict: bounded
// run: list-adds-twice
// args: --method SpecSet.Listed.add --depth 2
// assume: no c: head.*next | c in c.^next
// ensures: #head'.*next' = #head.*next
// verdict: violated
// violation: Ensures at add:@added
// run: either-contains
// args: --method SpecSet.has --depth 2
// assume: some s && s in Listed && no c: s.(Listed <: head).*next | c in c.^next
// ensures: $return
// verdict: violated
// violation: Ensures at has:@has
// run: one-holds
// args: --method SpecSet.One.add --depth 2
// ensures: only' in only + v && (v in only => only' = only)
// verdict: proved
// run: refuses
// args: --method SpecSet.One.take --depth 2
// ensures: full && !full' && $return = only
// verdict: proved
// run: refuses-never
// args: --method SpecSet.One.take --depth 2 --report uncaught
// ensures: full
// verdict: violated
// violation: IllegalStateException at take:@empty
// run: same-class
// args: --method SpecSet.same --depth 2
// ensures: $return => a in Listed && b in Listed || a in One && b in One
// verdict: bounded
public class SpecSet {
    interface Set {
        boolean add(int v);

        boolean contains(int v);
    }

    static class Cell {
        Cell next;
        int value;
    }

    static class Listed implements Set {
        Cell head;

        public boolean add(int v) {
            if (contains(v)) {
                return false;
            }
            Cell cell = new Cell();
            cell.value = v;
            cell.next = head;
            head = cell;
            return true; // @added
        }

        public boolean contains(int v) {
            for (Cell cell = head; cell != null; cell = cell.next) {
                if (cell.value == v) {
                    return true;
                }
            }
            return false;
        }
    }

    static class One implements Set {
        int only;
        boolean full;

        public boolean add(int v) {
            if (full) {
                return false;
            }
            full = true;
            only = v;
            return true;
        }

        public boolean contains(int v) {
            return full && only == v;
        }

        int take() {
            if (!full) {
                throw new IllegalStateException(); // @empty
            }
            full = false;
            return only;
        }
    }

    static boolean has(Set s, int v) {
        return s.contains(v); // @has
    }

    static boolean same(Set a, Set b) {
        return a != null && b != null && a.getClass() == b.getClass();
    }
}
