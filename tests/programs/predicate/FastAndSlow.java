// One counter runs twice as fast as the other; after the greatest int that still holds.
// args: --method FastAndSlow.run
// verdict: proved
class FastAndSlow {
    static void run(int rounds) {
        int slow = 0;
        int fast = 0;
        while (slow != rounds) {
            slow++;
            fast += 2;
        }
        assert fast == 2 * rounds;
    }
}
