// What one counter loses the other gains.
// args: --method Transfer.move
// verdict: proved
class Transfer {
    static void move(int all) {
        int left = all;
        int right = 0;
        while (left > 0) {
            left--;
            right++;
        }
        assert left + right == all;
        assert all < 0 || right == all;
    }
}
