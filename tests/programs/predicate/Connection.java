// A state machine with a counter beside its state: they belong together.
// args: --method Connection.run
// verdict: proved
class Connection {
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
            switch (state) {
                case CLOSED:
                    if (events[i] == 1) {
                        state = OPENING;
                        sockets++;
                    }
                    break;
                case OPENING:
                    if (events[i] == 2) {
                        state = OPEN;
                    } else if (events[i] == 0) {
                        sockets--;
                        state = CLOSED;
                    }
                    break;
                case OPEN:
                    assert sockets == 1;
                    if (events[i] == 0) {
                        sockets--;
                        state = CLOSED;
                    }
                    break;
                default:
                    assert false;
            }
        }
        assert (state == CLOSED) == (sockets == 0);
    }
}
