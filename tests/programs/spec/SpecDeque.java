// A doubly linked list with a static count: both directions stay inverse, and a mistake in one of them shows.
// run: unlink
// args: --method SpecDeque.unlink --depth 2
// assume: (some n.prev => n.prev.next = n) && (some n.next => n.next.prev = n) && n.prev != n && n.next != n
// ensures: (some n.prev => n.prev.next' = n.next) && (some n.next => n.next.prev' = n.prev)
// ensures: SpecDeque.removed' = plus[SpecDeque.removed, 1]
// verdict: bounded
// run: unlink-leaves
// args: --method SpecDeque.unlink --depth 2
// assume: n.prev != n && n.next != n
// ensures: no n.prev' && no n.next'
// verdict: violated
// violation: Ensures at unlink:@unlinked
// run: link
// args: --method SpecDeque.link --depth 2
// assume: some n
// ensures: n.next' = m && m.prev' = n && all k: Link' - n | k.next' = k.next
// verdict: violated
// violation: Ensures at link:@linked
// run: link-one-way
// args: --method SpecDeque.link --depth 2
// assume: n != m && some n
// ensures: n.next' = m && m.prev' = n.prev' - n.prev'
// verdict: violated
// violation: Ensures at link:@linked
// run: static
// args: --method SpecDeque.kept --depth 2
// ensures: $return = last && last' = n
// verdict: proved
public class SpecDeque {
    static int removed;
    static Link last;

    static class Link {
        Link prev;
        Link next;
    }

    static void unlink(Link n) {
        if (n.prev != null) {
            n.prev.next = n.next;
        }
        if (n.next != null) {
            n.next.prev = n.prev;
        }
        removed++;
    } // @unlinked

    static void link(Link n, Link m) {
        n.next = m;
        if (m != null) {
            m.prev = n;
        }
    } // @linked

    static Link kept(Link n) {
        Link before = last;
        last = n;
        return before;
    }
}
