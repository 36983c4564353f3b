// Open addressing looks for a free place for ever when the table is full.
// run: defect
// args: --method FullTableDefect.insert --report endless
// verdict: violated
// violation: Endless at slot:@probe
// run: fixed
// args: --method FullTableFixed.insert --report endless
// verdict: proved
class FullTableDefect {
    private final int[] keys = new int[4];
    private int size;

    private int slot(int key) {
        int at = (key & 0x7fffffff) % keys.length;
        while (keys[at] != 0 && keys[at] != key) {
            at = (at + 1) % keys.length; // @probe
        }
        return at;
    }

    void put(int key) {
        int at = slot(key);
        if (keys[at] == 0) {
            keys[at] = key;
            size++;
        }
    }

    static void insert(int key) {
        FullTableDefect table = new FullTableDefect();
        for (int i = 1; i <= 4; i++) {
            table.put(i);
        }
        table.put(key);
    }
}

class FullTableFixed {
    private final int[] keys = new int[8];
    private int size;

    private int slot(int key) {
        int at = (key & 0x7fffffff) % keys.length;
        while (keys[at] != 0 && keys[at] != key) {
            at = (at + 1) % keys.length;
        }
        return at;
    }

    void put(int key) {
        int at = slot(key);
        if (keys[at] == 0 && size < keys.length - 1) {
            keys[at] = key;
            size++;
        }
    }

    static void insert(int key) {
        FullTableFixed table = new FullTableFixed();
        for (int i = 1; i <= 4; i++) {
            table.put(i);
        }
        table.put(key);
    }
}
