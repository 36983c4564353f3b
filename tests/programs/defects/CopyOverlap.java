// Making room in an array from the front copies the first element over all others.
// run: defect
// args: --method CopyOverlapDefect.inserts
// verdict: violated
// violation: AssertionError at inserts:@moved
// run: fixed
// args: --method CopyOverlapFixed.inserts
// verdict: proved
class CopyOverlapDefect {
    private final int[] items = new int[4];
    private int size;

    void add(int value) {
        items[size++] = value;
    }

    void insert(int at, int value) {
        for (int i = at; i < size; i++) {
            items[i + 1] = items[i];
        }
        items[at] = value;
        size++;
    }

    static void inserts(int a, int b, int value) {
        CopyOverlapDefect list = new CopyOverlapDefect();
        list.add(a);
        list.add(b);
        list.insert(0, value);
        assert list.items[0] == value && list.items[1] == a && list.items[2] == b; // @moved
    }
}

class CopyOverlapFixed {
    private final int[] items = new int[4];
    private int size;

    void add(int value) {
        items[size++] = value;
    }

    void insert(int at, int value) {
        System.arraycopy(items, at, items, at + 1, size - at);
        items[at] = value;
        size++;
    }

    static void inserts(int a, int b, int value) {
        CopyOverlapFixed list = new CopyOverlapFixed();
        list.add(a);
        list.add(b);
        list.insert(0, value);
        assert list.items[0] == value && list.items[1] == a && list.items[2] == b;
    }
}
