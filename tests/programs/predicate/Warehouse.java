// A producer and a consumer count without end, and their counters may wrap around: only the difference has bounds.
// args: --method Warehouse.run
// verdict: proved
class Warehouse {
    static final int ROOM = 8;
    static int produced;
    static int consumed;

    static void run(int start, int[] turns) {
        if (turns == null) {
            return;
        }
        int[] goods = new int[ROOM];
        produced = start;
        consumed = start;
        for (int i = 0; i < turns.length; i++) {
            if (turns[i] > 0) {
                if (produced - consumed < ROOM) {
                    goods[produced & (ROOM - 1)] = turns[i];
                    produced++;
                }
            } else if (produced - consumed > 0) {
                assert goods.length == ROOM;
                consumed++;
            }
            assert 0 <= produced - consumed && produced - consumed <= ROOM;
        }
    }
}
