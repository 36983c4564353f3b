// An object with an array and a counter: pushes and pops in any order keep to the array.
// args: --method BoundedStack.run
// verdict: proved
class BoundedStack {
    private final long[] items = new long[16];
    private int count;

    boolean push(long item) {
        if (count == items.length) {
            return false;
        }
        items[count++] = item;
        return true;
    }

    long pop() {
        return items[--count];
    }

    boolean isEmpty() {
        return count == 0;
    }

    static void run(long[] commands) {
        if (commands == null) {
            return;
        }
        BoundedStack stack = new BoundedStack();
        for (int i = 0; i < commands.length; i++) {
            if (commands[i] < 0) {
                if (!stack.isEmpty()) {
                    stack.pop();
                }
            } else {
                stack.push(commands[i]);
            }
        }
    }
}
