// Arrays reached through references that may be several arrays, and elements that may be several objects.
// run: shared
// args: --method GuardedArrays.shared --depth 2
// verdict: violated
// violation: AssertionError at shared:@shared
// run: apart
// args: --method GuardedArrays.apart --depth 2
// verdict: proved
// run: lengths
// args: --method GuardedArrays.lengths --depth 2
// verdict: proved
// run: bounds
// args: --method GuardedArrays.bounds --depth 2
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at bounds:@bounds
// run: elements
// args: --method GuardedArrays.elements --depth 2
// verdict: proved
// run: reread
// args: --method GuardedArrays.reread --depth 2
// verdict: proved
// run: third
// args: --method GuardedArrays.third --depth 2
// verdict: violated
// violation: AssertionError at third:@third
class Holder {
    int[] data;
    Holder[] kids;
}

class GuardedArrays {
    static void shared(Holder a, Holder b) {
        if (a == null || b == null || a == b || a.data == null || b.data == null) {
            return;
        }
        if (a.data.length > 0 && b.data.length > 0) {
            a.data[0] = 1;
            b.data[0] = 2;
            assert a.data[0] == 1; // @shared
        }
    }

    static void apart(Holder a, Holder b) {
        if (a == null || b == null || a.data == null || b.data == null || a.data == b.data) {
            return;
        }
        if (a.data.length > 0 && b.data.length > 0) {
            a.data[0] = 1;
            b.data[0] = 2;
            assert a.data[0] == 1;
        }
    }

    static void lengths(Holder a, Holder b) {
        if (a == null || b == null || a.data == null || b.data == null) {
            return;
        }
        if (a.data.length != b.data.length) {
            assert a.data != b.data && a != b;
        }
    }

    static int bounds(Holder a, Holder b, boolean first) {
        if (a == null || b == null || a.data == null || b.data == null || a.data.length == 0) {
            return 0;
        }
        return (first ? a : b).data[0]; // @bounds
    }

    static void elements(Holder[] kids, int i, int j) {
        if (kids == null || i < 0 || j < 0 || i >= kids.length || j >= kids.length) {
            return;
        }
        Holder a = kids[i], b = kids[j];
        if (a != b) {
            assert i != j;
        }
    }

    static void reread(Holder[] kids, int i, int j) {
        if (kids == null || i < 0 || j < 0 || i >= kids.length || j >= kids.length) {
            return;
        }
        Holder a = kids[i];
        kids[j] = null;
        assert i == j ? kids[i] == null : kids[i] == a;
    }

    static void third(Holder[] kids, int i) {
        if (kids == null || kids.length < 3 || i < 0 || i >= kids.length) {
            return;
        }
        Holder a = kids[0], b = kids[1];
        if (a != null && b != null && a != b) {
            Holder c = kids[i];
            assert c == null || c == a || c == b; // @third
        }
    }
}
