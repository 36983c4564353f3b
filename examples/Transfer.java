/** Two accounts, locked in the order in which they are named. Has a deadlock. */
public class Transfer {
    static final Object SAVINGS = new Object();
    static final Object CURRENT = new Object();

    static void move(Object from, Object to) {
        synchronized (from) {
            synchronized (to) {
                // The money moves here.
            }
        }
    }

    static void bothWays() {
        new Thread(() -> move(SAVINGS, CURRENT)).start();
        move(CURRENT, SAVINGS);
    }
}
