// A class is initialised once, by whoever comes first; what its initialiser made is shared from then on.
// run: made
// args: --method ClassInitialisation.madeByInitialiser
// verdict: violated
// violation: AssertionError at madeByInitialiser:@lost
// run: once
// args: --method ClassInitialisation.once
// verdict: proved

class ClassInitialisation {
    static class Cell {
        int value;
    }

    static class Holder {
        static Cell cell = new Cell();
    }

    static int initialised;

    static class Lazy {
        static final Object INSTANCE = make();

        static Object make() {
            initialised++;
            return new Object();
        }
    }

    static void madeByInitialiser() throws InterruptedException {
        Thread other = new Thread(() -> Holder.cell.value++);
        other.start();
        Holder.cell.value++;
        other.join();
        assert Holder.cell.value == 2; // @lost
    }

    static void once() throws InterruptedException {
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> seen[0] = Lazy.INSTANCE);
        other.start();
        seen[1] = Lazy.INSTANCE;
        other.join();
        assert initialised == 1;
        assert seen[0] == seen[1] && seen[0] != null;
    }
}
