// A ring that two indices run around, and as many elements as the second is behind the first.
// args: --method RingBuffer.run
// verdict: proved
class RingBuffer {
    final int[] slots;
    int head;
    int size;

    RingBuffer(int capacity) {
        slots = new int[capacity];
    }

    void add(int value) {
        int tail = head + size;
        if (tail >= slots.length) {
            tail -= slots.length;
        }
        slots[tail] = value;
        size++;
    }

    int remove() {
        int value = slots[head];
        head++;
        if (head == slots.length) {
            head = 0;
        }
        size--;
        return value;
    }

    static void run(int[] events, int capacity) {
        if (events == null || capacity < 1 || capacity > 1000000) {
            return;
        }
        RingBuffer ring = new RingBuffer(capacity);
        for (int event : events) {
            if (event > 0 && ring.size < capacity) {
                ring.add(event);
            } else if (event <= 0 && ring.size > 0) {
                ring.remove();
            }
            assert 0 <= ring.size && ring.size <= capacity;
        }
    }
}
