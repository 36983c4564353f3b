// A copy of an object is made field by field: what threads compete for may change in between. One field alone is read at one moment.
// run: two
// args: --method SharedCopies.two
// verdict: inconclusive
// reason: a copy of an object for whose fields threads compete
// run: one
// args: --method SharedCopies.one
// verdict: proved
// run: locked
// args: --method SharedCopies.locked
// verdict: proved
class SharedCopies {
    static class Point implements Cloneable {
        int x;
        int y;

        Point copy() {
            try {
                return (Point) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static void two() throws InterruptedException {
        Point point = new Point();
        Thread mover = new Thread(() -> {
            point.x = 1;
            point.y = 1;
        });
        mover.start();
        Point copy = point.copy();
        mover.join();
        assert copy.x == 1 || copy.y == 0;
    }

    static void one() throws InterruptedException {
        Point point = new Point();
        Thread mover = new Thread(() -> point.x = 1);
        mover.start();
        Point copy = point.copy();
        mover.join();
        assert copy.y == 0 && copy.x <= 1;
    }

    static void locked() throws InterruptedException {
        Point point = new Point();
        Thread mover = new Thread(() -> {
            synchronized (point) {
                point.x = 1;
                point.y = 1;
            }
        });
        mover.start();
        Point copy;
        synchronized (point) {
            copy = point.copy();
        }
        mover.join();
        assert copy.x == copy.y;
    }
}
