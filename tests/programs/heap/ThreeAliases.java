// Three references that may be one object, two, or three: a write through one is seen through exactly its aliases.
// run: count
// args: --method ThreeAliases.count --depth 1
// verdict: proved
// run: transitive
// args: --method ThreeAliases.transitive --depth 1
// verdict: proved
// run: allSame
// args: --method ThreeAliases.allSame --depth 1
// verdict: violated
// violation: AssertionError at allSame:@same
// run: swap
// args: --method ThreeAliases.swap --depth 2
// verdict: proved
// run: twoHops
// args: --method ThreeAliases.twoHops --depth 3
// verdict: violated
// violation: AssertionError at twoHops:@hops
class ThreeAliases {
    int v;
    ThreeAliases next;

    static void count(ThreeAliases a, ThreeAliases b, ThreeAliases c) {
        if (a == null || b == null || c == null) {
            return;
        }
        a.v = 1;
        b.v = 2;
        c.v = 4;
        int sum = a.v + b.v + c.v;
        boolean ab = a == b, ac = a == c, bc = b == c;
        int expected = (ac ? 4 : ab ? 2 : 1) + (bc ? 4 : 2) + 4;
        assert sum == expected;
    }

    static void transitive(ThreeAliases a, ThreeAliases b, ThreeAliases c) {
        if (a == b && b == c) {
            assert a == c;
        }
    }

    static void allSame(ThreeAliases a, ThreeAliases b, ThreeAliases c) {
        if (a != null && a == b && b == c) {
            a.v = 7;
            assert c.v != 7; // @same
        }
    }

    static void swap(ThreeAliases a, ThreeAliases b) {
        if (a == null || b == null) {
            return;
        }
        ThreeAliases an = a.next, bn = b.next;
        a.next = bn;
        b.next = an;
        assert b.next == an;
        assert a == b || a.next == bn;
    }

    static void twoHops(ThreeAliases a, ThreeAliases b) {
        if (a == null || b == null || a == b || a.next == null || b.next == null) {
            return;
        }
        a.next.next = b;
        b.next.next = a;
        // Both hops may go through one object.
        assert a.next.next == b; // @hops
    }
}
