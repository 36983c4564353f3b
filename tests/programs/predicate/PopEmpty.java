// A counter that is not looked at before it goes down.
// args: --method PopEmpty.run
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at pop:@read
class PopEmpty {
    private final long[] items = new long[16];
    private int count;

    void push(long item) {
        if (count < items.length) {
            items[count++] = item;
        }
    }

    long pop() {
        return items[--count]; // @read
    }

    static void run(long[] commands) {
        if (commands == null) {
            return;
        }
        PopEmpty stack = new PopEmpty();
        for (int i = 0; i < commands.length; i++) {
            if (commands[i] < 0) {
                stack.pop();
            } else {
                stack.push(commands[i]);
            }
        }
    }
}
