class Cell {
    int value;
    Cell next;
}

class Lists {
    static int third(Cell list) {
        if (list == null || list.next == null || list.next.next == null) {
            return 0;
        }
        return list.next.next.value;
    }

    static void noCycle(Cell list) {
        if (list != null && list.next != null) {
            assert list.next.next != list : "two cells in a circle";
        }
    }

    static void noSharing(Cell left, Cell right) {
        if (left != null && right != null && left != right && left.next != null && left.next != right) {
            assert left.next != right.next;
        }
    }

    static boolean isSorted(Cell list) {
        return list == null || list.next == null || list.value <= list.next.value;
    }

    static boolean isNever(Cell list) {
        return false;
    }

    static int least(Cell list) {
        if (list == null || list.next == null || list.next.next != null) {
            return 0;
        }
        assert list.value <= list.next.value;
        assert list.value < list.next.value;
        return list.value;
    }

    static int length(Cell list) {
        int length = 0;
        for (Cell cell = list; cell != null; cell = cell.next) {
            length = 1;
        }
        return length;
    }
}
