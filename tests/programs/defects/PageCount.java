// A last page that is full counts twice.
// run: defect
// args: --method PageCountDefect.allFit
// verdict: violated
// violation: AssertionError at allFit:@fit
// run: fixed
// args: --method PageCountFixed.allFit
// verdict: proved
class PageCountDefect {
    static int pages(int items, int perPage) {
        return items / perPage + 1;
    }

    static void allFit(int items) {
        if (items <= 0 || items > 1000) {
            return;
        }
        int pages = pages(items, 20);
        assert items <= 20 * pages && items > 20 * (pages - 1); // @fit
    }
}

class PageCountFixed {
    static int pages(int items, int perPage) {
        return (items - 1) / perPage + 1;
    }

    static void allFit(int items) {
        if (items <= 0 || items > 1000) {
            return;
        }
        int pages = pages(items, 20);
        assert items <= 20 * pages && items > 20 * (pages - 1);
    }
}
