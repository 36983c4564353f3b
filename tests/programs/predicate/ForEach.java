// A for-each, whose index has no name: it is the local in slot 4, and as large as the counter that has one.
// args: --method ForEach.count
// verdict: proved
class ForEach {
    static void count(int[] values) {
        if (values == null) {
            return;
        }
        int seen = 0;
        for (int value : values) {
            if (value != 0) {
                values[seen] = 1;
            }
            seen++;
        }
        assert seen == values.length;
    }
}
