// A static synchronized method locks the class, an instance method locks the instance: these two do not exclude each other.
// run: both-static
// args: --method StaticMonitors.bothStatic
// verdict: proved
// run: static-and-instance
// args: --method StaticMonitors.staticAndInstance
// verdict: violated
// violation: AssertionError at staticAndInstance:@lost
// run: literal
// args: --method StaticMonitors.staticAndClassLiteral
// verdict: proved

class StaticMonitors {
    static int count;

    static synchronized void addStatic() {
        count++;
    }

    synchronized void add() {
        count++;
    }

    static void bothStatic() throws InterruptedException {
        Thread other = new Thread(StaticMonitors::addStatic);
        other.start();
        addStatic();
        other.join();
        assert count == 2;
    }

    static void staticAndInstance() throws InterruptedException {
        StaticMonitors instance = new StaticMonitors();
        Thread other = new Thread(instance::add);
        other.start();
        addStatic();
        other.join();
        assert count == 2; // @lost
    }

    static void staticAndClassLiteral() throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (StaticMonitors.class) {
                count++;
            }
        });
        other.start();
        addStatic();
        other.join();
        assert count == 2;
    }
}
