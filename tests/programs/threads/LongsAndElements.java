// Races on long fields and on elements: different elements do not compete.
// run: long
// args: --method LongsAndElements.longField
// verdict: violated
// violation: AssertionError at longField:@lost
// run: same-element
// args: --method LongsAndElements.sameElement
// verdict: violated
// violation: AssertionError at sameElement:@overwritten
// run: other-element
// args: --method LongsAndElements.otherElements
// verdict: proved

class LongsAndElements {
    long total;

    static void longField() throws InterruptedException {
        LongsAndElements shared = new LongsAndElements();
        Thread other = new Thread(() -> shared.total += 1L << 40);
        other.start();
        shared.total += 1;
        other.join();
        assert shared.total == (1L << 40) + 1; // @lost
    }

    static void sameElement(int i) throws InterruptedException {
        int[] values = new int[2];
        int index = i & 1;
        Thread other = new Thread(() -> values[index] = 1);
        other.start();
        values[0]++;
        other.join();
        assert values[0] + values[1] == (index == 0 ? 1 : 2); // @overwritten
    }

    static void otherElements() throws InterruptedException {
        int[] values = new int[2];
        Thread other = new Thread(() -> values[1]++);
        other.start();
        values[0]++;
        other.join();
        assert values[0] == 1 && values[1] == 1;
    }
}
