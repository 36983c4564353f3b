// Two loops one after the other: what the first counts up the second counts down.
// args: --method TwoLocks.run
// verdict: proved
class TwoLocks {
    static void run(int times) {
        int held = 0;
        for (int i = 0; i < times; i++) {
            held++;
        }
        for (int i = 0; i < times; i++) {
            assert held > 0;
            held--;
        }
        assert held == 0;
    }
}
