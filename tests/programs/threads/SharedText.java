// Text that two threads add to: the update that is lost, and what a concatenation asks for on the way.
// run: lost
// args: --method SharedText.lost
// verdict: violated
// violation: AssertionError at lost:@lost
// run: lost-number
// args: --method SharedText.lostNumber
// verdict: violated
// violation: AssertionError at lostNumber:@number
// run: object
// args: --method SharedText.ofObject
// verdict: violated
// violation: AssertionError at ofObject:@between
// run: guarded
// args: --method SharedText.guarded
// verdict: proved
// run: builder
// args: --method SharedText.builder
// verdict: violated
// violation: AssertionError at builder:@builder
// run: buffer
// args: --method SharedText.buffer
// verdict: proved

class SharedText {
    static String text = "";
    static int left, right;

    static void run(Runnable one, Runnable two) throws InterruptedException {
        Thread other = new Thread(two);
        other.start();
        one.run();
        other.join();
    }

    static void lost() throws InterruptedException {
        run(() -> text += "a", () -> text += "b");
        assert text.length() == 2; // @lost
    }

    static void lostNumber() throws InterruptedException {
        run(() -> text = text + 1 + 'c', () -> text += 2L);
        assert text.length() == 3; // @number
    }

    static class Pair {
        @Override
        public String toString() {
            return "" + left + right;
        }
    }

    /** Neither before nor after: the first part is old, the second new. */
    static void ofObject() throws InterruptedException {
        Pair pair = new Pair();
        run(() -> text = "pair " + pair + '.', () -> {
            left = 1;
            right = 1;
        });
        assert !text.equals("pair 01."); // @between
    }

    static synchronized void add(String part) {
        text += part;
    }

    static void guarded() throws InterruptedException {
        run(() -> add("a"), () -> add("b"));
        assert text.equals("ab") || text.equals("ba");
    }

    static void builder() throws InterruptedException {
        StringBuilder shared = new StringBuilder();
        run(() -> shared.append('a'), () -> shared.append('b'));
        assert shared.length() == 2; // @builder
    }

    static void buffer() throws InterruptedException {
        StringBuffer shared = new StringBuffer();
        run(() -> shared.append('a'), () -> shared.append('b'));
        assert shared.length() == 2;
    }
}
