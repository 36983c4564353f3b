// The index goes back to the front one step too late.
// args: --method RingBufferLate.run
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at run:@store
class RingBufferLate {
    static void run(int[] ring, int[] events) {
        if (ring == null || events == null || ring == events) {
            return;
        }
        int tail = 0;
        int size = 0;
        for (int i = 0; i < events.length; i++) {
            if (events[i] > 0 && size < ring.length) {
                ring[tail] = events[i]; // @store
                tail = tail == ring.length ? 0 : tail + 1;
                size++;
            } else if (size > 0) {
                size--;
            }
        }
    }
}
