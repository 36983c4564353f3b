// Bisection over version numbers that may be large.
// run: defect
// args: --method FirstBadVersionDefect.firstBad
// verdict: violated
// violation: AssertionError at firstBad:@found
// run: fixed
// args: --method FirstBadVersionFixed.firstBad
// verdict: proved
class FirstBadVersionDefect {
    static int bisect(int good, int bad, int culprit) {
        while (bad - good > 1) {
            int middle = (good + bad) / 2;
            if (middle >= culprit) {
                bad = middle;
            } else {
                good = middle;
            }
        }
        return bad;
    }

    static void firstBad(int good, int bad, int culprit) {
        if (0 <= good && good < culprit && culprit <= bad && bad - good <= 4) {
            assert bisect(good, bad, culprit) == culprit; // @found
        }
    }
}

class FirstBadVersionFixed {
    static int bisect(int good, int bad, int culprit) {
        while (bad - good > 1) {
            int middle = good + (bad - good) / 2;
            if (middle >= culprit) {
                bad = middle;
            } else {
                good = middle;
            }
        }
        return bad;
    }

    static void firstBad(int good, int bad, int culprit) {
        if (0 <= good && good < culprit && culprit <= bad && bad - good <= 4) {
            assert bisect(good, bad, culprit) == culprit;
        }
    }
}
