// Operands are evaluated from left to right, each side effect once.
// run: order
// args: --method IncrementOrder.order
// verdict: proved
// run: once
// args: --method IncrementOrder.once
// verdict: proved
// run: lost
// args: --method IncrementOrder.lost
// verdict: violated
// violation: AssertionError at lost:@lost
class IncrementOrder {
    static int calls;

    static int index() {
        return calls++;
    }

    static void order() {
        int i = 1;
        i = i++ + ++i;
        assert i == 4;
        int[] a = {10, 20, 30};
        int k = 0;
        a[k] = k = 2;
        assert a[0] == 2 && a[2] == 30;
        int x = 5;
        x += x++ * 2 + x;
        assert x == 21;
    }

    static void once(int v) {
        int[] a = {v, v, v};
        a[index()]++;
        a[index()] += 5;
        assert calls == 2;
        assert a[0] == v + 1 && a[1] == v + 5 && a[2] == v;
    }

    static void lost(int x) {
        int old = x;
        x = x++;
        assert x == old + 1; // @lost
    }
}
