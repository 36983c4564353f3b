// The end of a ring is compared with the capacity one step too late.
// run: defect
// args: --method RingBufferDefect.keepsAll
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at add:@store
// run: fixed
// args: --method RingBufferFixed.keepsAll
// verdict: proved
class RingBufferDefect {
    private final int[] slots;
    private int head;
    private int tail;
    private int size;

    RingBufferDefect(int capacity) {
        slots = new int[capacity];
    }

    boolean add(int value) {
        if (size == slots.length) {
            return false;
        }
        slots[tail] = value; // @store
        tail = tail + 1 > slots.length ? 0 : tail + 1;
        size++;
        return true;
    }

    int poll() {
        int value = slots[head];
        head = (head + 1) % slots.length;
        size--;
        return value;
    }

    static void keepsAll(int a, int b, int c) {
        RingBufferDefect ring = new RingBufferDefect(2);
        ring.add(a);
        ring.add(b);
        assert ring.poll() == a;
        ring.add(c);
        assert ring.poll() == b && ring.poll() == c;
    }
}

class RingBufferFixed {
    private final int[] slots;
    private int head;
    private int tail;
    private int size;

    RingBufferFixed(int capacity) {
        slots = new int[capacity];
    }

    boolean add(int value) {
        if (size == slots.length) {
            return false;
        }
        slots[tail] = value;
        tail = tail + 1 == slots.length ? 0 : tail + 1;
        size++;
        return true;
    }

    int poll() {
        int value = slots[head];
        head = (head + 1) % slots.length;
        size--;
        return value;
    }

    static void keepsAll(int a, int b, int c) {
        RingBufferFixed ring = new RingBufferFixed(2);
        ring.add(a);
        ring.add(b);
        assert ring.poll() == a;
        ring.add(c);
        assert ring.poll() == b && ring.poll() == c;
    }
}
