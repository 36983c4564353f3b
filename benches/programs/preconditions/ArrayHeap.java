/** Few numbers in an array that is a heap: none is greater than the two below it. */
class ArrayHeap {
    int[] cells;
    int size;

    boolean repOk() {
        if (cells == null || cells.length > 7 || size < 0 || size > cells.length) {
            return false;
        }
        for (int i = 1; i < size; i++) {
            if (cells[(i - 1) / 2] > cells[i]) {
                return false;
            }
        }
        return true;
    }

    boolean contains(int value) {
        return holds(0, value);
    }

    private boolean holds(int at, int value) {
        if (at >= size || cells[at] > value) {
            return false;
        }
        return cells[at] == value || holds(2 * at + 1, value) || holds(2 * at + 2, value);
    }

    void insert(int value) {
        if (size == cells.length) {
            return;
        }
        int at = size;
        size++;
        while (at > 0 && cells[(at - 1) / 2] > value) {
            cells[at] = cells[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        cells[at] = value;
        assert at == 0 || cells[(at - 1) / 2] <= cells[at];
    }

    /** Removes the least number. */
    int delete() {
        if (size == 0) {
            return 0;
        }
        int least = cells[0];
        size--;
        int moved = cells[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int below = 2 * at + 1;
            if (below + 1 < size && cells[below + 1] < cells[below]) {
                below++;
            }
            assert least <= cells[below];
            if (moved <= cells[below]) {
                break;
            }
            cells[at] = cells[below];
            at = below;
        }
        cells[at] = moved;
        return least;
    }

    /** Asks for the right one below without asking whether there is one. */
    int deleteWrong() {
        if (size == 0) {
            return 0;
        }
        int least = cells[0];
        size--;
        int moved = cells[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int below = 2 * at + 1;
            if (cells[below + 1] < cells[below]) {
                below++;
            }
            assert below < size;
            if (moved <= cells[below]) {
                break;
            }
            cells[at] = cells[below];
            at = below;
        }
        cells[at] = moved;
        return least;
    }
}
