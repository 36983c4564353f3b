// Loops over unknown lists, and as often as a parameter says, while other threads run: states are recognised at the loop of any
// thread. What only another thread makes possible is not lost by that.
// run: beside
// args: --method WalksBesideThreads.beside --match exact --heap lazy
// verdict: proved
// run: counter
// args: --method WalksBesideThreads.counter --match exact
// verdict: proved
// run: in-another
// args: --method WalksBesideThreads.inAnother --match exact --heap lazy
// verdict: proved
// run: locked
// args: --method WalksBesideThreads.locked --match exact --heap lazy
// verdict: proved
// run: afterwards
// args: --method WalksBesideThreads.afterwards --match exact
// verdict: proved
// run: met-on-the-way
// args: --method WalksBesideThreads.metOnTheWay
// verdict: violated
// violation: AssertionError at metOnTheWay:@met
// run: changed-on-the-way
// args: --method WalksBesideThreads.changedOnTheWay
// verdict: violated
// violation: AssertionError at changedOnTheWay:@changed
// run: lost-update
// args: --method WalksBesideThreads.lostUpdate --depth 2
// verdict: violated
// violation: AssertionError at lostUpdate:@lost

class WalksBesideThreads {
    static class Node {
        Node next;
        int value;
    }

    static int done;

    static void start(Runnable task) {
        new Thread(task).start();
    }

    static void beside(Node list) {
        start(() -> done = 1);
        for (Node n = list; n != null; n = n.next) {
            if (n.value == 3) return;
        }
        assert done <= 1;
    }

    static void counter(int times) {
        start(() -> done = 1);
        boolean isOdd = false;
        for (int left = times; left > 0; left--) isOdd = !isOdd;
        assert done <= 1;
    }

    // It refers to no more of the list than what is left to walk.
    static class Walker extends Thread {
        Node rest;

        Walker(Node list) {
            rest = list;
        }

        @Override
        public void run() {
            for (; rest != null; rest = rest.next) {
                if (rest.value == 3) return;
            }
            done = 1;
        }
    }

    static void inAnother(Node list) throws InterruptedException {
        Thread other = new Walker(list);
        other.start();
        int before = done;
        other.join();
        assert before <= done;
    }

    static void locked(Node list) {
        Object lock = new Object();
        start(() -> {
            synchronized (lock) {
                done = 1 - done;
                done = 1 - done;
            }
        });
        for (Node n = list; n != null; n = n.next) {
            synchronized (lock) {
                assert done == 0;
            }
        }
    }

    static void afterwards(Node list) throws InterruptedException {
        Thread other = new Thread(() -> done = 1);
        other.start();
        other.join();
        for (Node n = list; n != null; n = n.next) {
            assert done == 1;
        }
    }

    static void metOnTheWay(Node list) {
        start(() -> done = 1);
        for (Node n = list; n != null; n = n.next) {
            if (n != list && n.value == 3) assert done == 0; // @met
        }
    }

    static void changedOnTheWay(Node list) {
        start(() -> {
            for (Node n = list; n != null; n = n.next) {
                if (n.value == 3) n.value = 4;
            }
        });
        for (Node n = list; n != null; n = n.next) {
            int before = n.value;
            assert n.value == before; // @changed
        }
    }

    // Both threads come to the second node on their own, and one makes other objects before it does.
    static void lostUpdate(Node list) throws InterruptedException {
        if (list == null || list.next == list) return;
        Thread other = new Thread(() -> {
            Object[] others = { new Object(), new Object() };
            increment(list);
        });
        other.start();
        increment(list);
        other.join();
        Node second = list.next;
        assert second == null || second.value == 2; // @lost
    }

    static void increment(Node list) {
        Node second = list.next;
        if (second != null) {
            second.value = 1;
            second.value = second.value + 1;
        }
    }
}
