// Branches that only decide between values: without joining them there are 2 to the power of 24 paths.
// run: proof
// args: --method JoinedBranches.votes --join
// verdict: proved
// run: bug
// args: --method JoinedBranches.tally --join
// verdict: violated
// violation: AssertionError at tally:@tally
// run: ways
// args: --method JoinedBranches.ways --join
// verdict: violated
// violation: ArithmeticException at share:@share
// violation: AssertionError at ways:@ways
// run: objects
// args: --method JoinedBranches.objects --join
// verdict: violated
// violation: AssertionError at objects:@objects
class JoinedBranches {
    static int yes;
    int count;

    static void votes(int ballots) {
        yes = 0;
        int no = 0;
        for (int voter = 0; voter < 24; voter++) {
            if ((ballots >> voter & 1) != 0) {
                yes++;
            } else {
                no++;
            }
        }
        assert yes + no == 24 && yes >= 0 && no >= 0;
    }

    static void tally(int ballots) {
        int[] counts = new int[2];
        for (int voter = 0; voter < 24; voter++) {
            counts[isYes(ballots, voter) ? 0 : 1]++;
        }
        assert counts[0] != 17; // @tally
    }

    static boolean isYes(int ballots, int voter) {
        if ((ballots >> voter & 1) != 0) {
            return true;
        }
        return false;
    }

    // A way that ends on the way is a path of its own, also if it is ended by a method that is called there.
    static void ways(int x, int y) {
        int part = 0;
        if (x > 10) {
            part = share(x, y);
        } else if (x > 5) {
            part = 7;
        }
        long sum = part;
        if (y < 0) {
            sum = sum - y;
        }
        assert sum != 1007; // @ways
    }

    static int share(int x, int y) {
        return x / (y + 3); // @share
    }

    static void objects(boolean first, boolean second) {
        JoinedBranches one = new JoinedBranches();
        JoinedBranches other = new JoinedBranches();
        JoinedBranches chosen = first ? one : other;
        chosen.count = 1;
        if (second) {
            one.count += 2;
        }
        assert one.count != 3 || other.count != 0; // @objects
    }
}
