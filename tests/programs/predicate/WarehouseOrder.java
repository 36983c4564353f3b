// The same counters compared with each other: after the greatest number comes the smallest.
// args: --method WarehouseOrder.run
// verdict: violated
// violation: AssertionError at run:@order
class WarehouseOrder {
    static int produced;
    static int consumed;

    static void run(int start, int[] turns) {
        if (turns == null) {
            return;
        }
        produced = start;
        consumed = start;
        for (int i = 0; i < turns.length; i++) {
            if (turns[i] > 0) {
                produced++;
            } else if (produced != consumed) {
                consumed++;
            }
            assert consumed <= produced; // @order
        }
    }
}
