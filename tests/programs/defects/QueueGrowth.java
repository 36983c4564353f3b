// A queue that wraps around grows by a plain copy: what was before the head comes too early.
// run: defect
// args: --method QueueGrowthDefect.growsInOrder
// verdict: violated
// violation: AssertionError at growsInOrder:@order
// run: fixed
// args: --method QueueGrowthFixed.growsInOrder
// verdict: proved
import java.util.Arrays;

class QueueGrowthDefect {
    private int[] slots = new int[2];
    private int head;
    private int size;

    void add(int value) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
        }
        slots[(head + size) % slots.length] = value;
        size++;
    }

    int remove() {
        int value = slots[head];
        head = (head + 1) % slots.length;
        size--;
        return value;
    }

    static void growsInOrder(boolean shifted, int a, int b, int c) {
        QueueGrowthDefect queue = new QueueGrowthDefect();
        if (shifted) {
            queue.add(0);
            queue.remove();
        }
        queue.add(a);
        queue.add(b);
        queue.add(c);
        assert queue.remove() == a && queue.remove() == b && queue.remove() == c; // @order
    }
}

class QueueGrowthFixed {
    private int[] slots = new int[2];
    private int head;
    private int size;

    void add(int value) {
        if (size == slots.length) {
            int[] larger = new int[2 * size];
            System.arraycopy(slots, head, larger, 0, size - head);
            System.arraycopy(slots, 0, larger, size - head, head);
            slots = larger;
            head = 0;
        }
        slots[(head + size) % slots.length] = value;
        size++;
    }

    int remove() {
        int value = slots[head];
        head = (head + 1) % slots.length;
        size--;
        return value;
    }

    static void growsInOrder(boolean shifted, int a, int b, int c) {
        QueueGrowthFixed queue = new QueueGrowthFixed();
        if (shifted) {
            queue.add(0);
            queue.remove();
        }
        queue.add(a);
        queue.add(b);
        queue.add(c);
        assert queue.remove() == a && queue.remove() == b && queue.remove() == c;
    }
}
