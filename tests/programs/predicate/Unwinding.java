// A depth that goes up on the way in and down on every way out, exceptions included, through two methods.
// args: --method Unwinding.run
// verdict: proved
class Unwinding {
    static int depth;

    static int visit(int task) throws Exception {
        depth++;
        try {
            if (task < 0) {
                throw new Exception();
            }
            return task / 2;
        } finally {
            depth--;
        }
    }

    static void run(int[] tasks) {
        if (tasks == null) {
            return;
        }
        int refused = 0;
        for (int task : tasks) {
            try {
                visit(task);
            } catch (Exception exception) {
                refused++;
            }
            assert depth == 0;
        }
        assert refused >= 0;
    }
}
