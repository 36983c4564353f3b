// Guarded at every step: nothing to find, and the heap looked at is finite.
// run: two
// args: --method NullChecks.two
// verdict: proved
// run: forgotten
// args: --method NullChecks.forgotten
// verdict: violated
// violation: NullPointerException at forgotten:@forgotten
class NullChecks {
    NullChecks next;
    int value;

    static int two(NullChecks n) {
        if (n != null && n.next != null) {
            n.next.value = 4;
            return n.next.value / 2;
        }
        return 0;
    }

    static int forgotten(NullChecks n) {
        if (n != null || n.next != null) { // @forgotten
            return 1;
        }
        return 0;
    }
}
