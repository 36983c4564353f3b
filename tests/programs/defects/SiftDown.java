// A heap looks at the right child although there is only a left one.
// run: defect
// args: --method SiftDownDefect.heapOfFour
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at siftDown:@right
// run: fixed
// args: --method SiftDownFixed.heapOfFour
// verdict: proved
class SiftDownDefect {
    static void siftDown(int[] heap, int at) {
        while (2 * at + 1 < heap.length) {
            int child = 2 * at + 1;
            if (heap[child + 1] < heap[child]) { // @right
                child++;
            }
            if (heap[at] <= heap[child]) {
                return;
            }
            int value = heap[at];
            heap[at] = heap[child];
            heap[child] = value;
            at = child;
        }
    }

    static void heapOfFour(int a, int b, int c, int d) {
        int[] heap = {a, b, c, d};
        for (int at = heap.length / 2 - 1; at >= 0; at--) {
            siftDown(heap, at);
        }
        assert heap[0] <= heap[1] && heap[0] <= heap[2] && heap[1] <= heap[3];
    }
}

class SiftDownFixed {
    static void siftDown(int[] heap, int at) {
        while (2 * at + 1 < heap.length) {
            int child = 2 * at + 1;
            if (child + 1 < heap.length && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[at] <= heap[child]) {
                return;
            }
            int value = heap[at];
            heap[at] = heap[child];
            heap[child] = value;
            at = child;
        }
    }

    static void heapOfFour(int a, int b, int c, int d) {
        int[] heap = {a, b, c, d};
        for (int at = heap.length / 2 - 1; at >= 0; at--) {
            siftDown(heap, at);
        }
        assert heap[0] <= heap[1] && heap[0] <= heap[2] && heap[1] <= heap[3];
    }
}
