// Aliasing one step further in: next of one is the other, or a shared node.
// run: shared
// args: --method DeepAlias.shared
// verdict: violated
// violation: AssertionError at shared:@shared
// run: cycle
// args: --method DeepAlias.cycle
// verdict: violated
// violation: AssertionError at cycle:@cycle
// run: identity
// args: --method DeepAlias.identity
// verdict: proved
class Link {
    int value;
    Link next;
}

class DeepAlias {
    static void shared(Link a, Link b) {
        if (a != null && b != null && a != b && a.next != null && b.next != null) {
            a.next.value = 1;
            b.next.value = 2;
            assert a.next.value == 1; // @shared
        }
    }

    static void cycle(Link a) {
        if (a != null && a.next != null) {
            assert a.next.next != a; // @cycle
        }
    }

    static void identity(Link a, Link b) {
        if (a != null && a == b) {
            a.value = 3;
            assert b.value == 3;
            assert a.next == b.next;
        }
    }
}
