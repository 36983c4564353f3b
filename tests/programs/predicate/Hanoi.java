// The moves of a tower, counted by recursion: at least as many as it has disks; as numbers, but not as longs, which wrap around.
// run: wraps
// args: --method Hanoi.check --property assert
// verdict: violated
// violation: AssertionError at check:@least
// run: math
// args: --method Hanoi.check --property assert --ints math
// verdict: proved
class Hanoi {
    static long moves(int disks) {
        if (disks == 0) {
            return 0;
        }
        long above = moves(disks - 1);
        return above + 1 + above;
    }

    static void check(int disks) {
        if (disks < 0) {
            return;
        }
        assert moves(disks) >= disks; // @least
    }
}
