class Threads {
    static boolean isReady;
    static int value;

    static void early() {
        new Thread(new Publisher()).start();
        if (isReady) {
            value = 12 / value;
        }
    }

    static void opposite() {
        Object left = new Object();
        Object right = new Object();
        new Thread(new Taker(right, left)).start();
        new Taker(left, right).run();
    }
}

class Publisher implements Runnable {
    public void run() {
        Threads.isReady = true;
        Threads.value = 1;
    }
}

class Taker implements Runnable {
    private final Object first;
    private final Object second;

    Taker(Object first, Object second) {
        this.first = first;
        this.second = second;
    }

    public void run() {
        synchronized (first) {
            synchronized (second) {
                Threads.value++;
            }
        }
    }
}
