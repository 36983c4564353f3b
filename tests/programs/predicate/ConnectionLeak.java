// A state machine that forgets to count down on one way back.
// args: --method ConnectionLeak.run
// verdict: violated
// violation: AssertionError at run:@one
class ConnectionLeak {
    static final int CLOSED = 0;
    static final int OPENING = 1;
    static final int OPEN = 2;

    static void run(int[] events) {
        if (events == null) {
            return;
        }
        int state = CLOSED;
        int sockets = 0;
        for (int i = 0; i < events.length; i++) {
            if (state == CLOSED && events[i] == 1) {
                state = OPENING;
                sockets++;
            } else if (state == OPENING && events[i] == 2) {
                state = OPEN;
                assert sockets == 1; // @one
            } else if (state == OPENING && events[i] == 0) {
                state = CLOSED;
            } else if (state == OPEN && events[i] == 0) {
                state = CLOSED;
                sockets--;
            }
        }
    }
}
