// Fields of sibling classes lie in the same place of an object whose class is not known yet; calls select among the classes
// that are left.
// run: bytes
// args: --method SiblingFields.bytes --depth 2
// verdict: violated
// violation: AssertionError at bytes:@bytes
// run: narrow
// args: --method SiblingFields.narrow --depth 2
// verdict: proved
// run: kinds
// args: --method SiblingFields.kinds --depth 2
// verdict: violated
// violation: AssertionError at kinds:@kinds
// run: excluded
// args: --method SiblingFields.excluded --depth 2
// verdict: violated
// violation: AssertionError at excluded:@excluded
// run: caught
// args: --method SiblingFields.caught --depth 2
// verdict: violated
// violation: AssertionError at caught:@caught
// run: array
// args: --method SiblingFields.array --depth 2
// verdict: violated
// violation: AssertionError at array:@array
interface Item {
    int value();
}

class Wide implements Item {
    int x;

    public int value() {
        return x;
    }
}

class Thin implements Item {
    byte y;

    public int value() {
        return y;
    }
}

class Link implements Item {
    Wide n;

    public int value() {
        return n == null ? 0 : n.x;
    }
}

interface Term {
}

interface Leaf {
    int leaf();
}

class Minus implements Term {
    Term of;
}

class Literal implements Term, Leaf {
    int z0, z1;

    public int leaf() {
        return z1;
    }
}

class SiblingFields {
    static void bytes(Item p, Item q) {
        if (p != null && q instanceof Thin) {
            byte c = ((Thin) q).y;
            if (p instanceof Wide) {
                assert ((Wide) p).x < 200; // @bytes
            }
        }
    }

    static void narrow(Item p, Item q) {
        if (p == null || q == null) {
            return;
        }
        q.value();
        if (p instanceof Thin) {
            assert ((Thin) p).y < 200;
        }
    }

    static void kinds(Item p, Item q) {
        if (p != null && q != null) {
            assert q.value() != 3; // @kinds
        }
    }

    static void excluded(Term a, Minus b) {
        if (a != null && b != null && b.of instanceof Leaf) {
            assert ((Leaf) b.of).leaf() != 5; // @excluded
        }
    }

    static void caught(Term a, Minus b) {
        int r = 0;
        try {
            if (a != null && b != null && b.of instanceof Leaf) {
                r = ((Leaf) b.of).leaf();
            }
        } catch (Throwable t) {
            return;
        }
        assert r != 5; // @caught
    }

    static void array(Literal[] a) {
        if (a != null && a.length > 0) {
            assert a[0] == null; // @array
        }
    }
}
