// A case without a break: rounding up is done for both.
// run: defect
// args: --method FallThroughDefect.rounds
// verdict: violated
// violation: AssertionError at rounds:@mode
// run: fixed
// args: --method FallThroughFixed.rounds
// verdict: proved
class FallThroughDefect {
    static int round(int tenths, char mode) {
        int whole = Math.floorDiv(tenths, 10);
        boolean exact = tenths % 10 == 0;
        switch (mode) {
            case 'h':
                whole = Math.floorDiv(tenths + 5, 10);
            case 'u':
                if (!exact) {
                    whole++;
                }
                break;
            default:
                break;
        }
        return whole;
    }

    static void rounds(int tenths, char mode) {
        if (tenths < 0 || tenths > 10_000) {
            return;
        }
        int whole = round(tenths, mode);
        assert Math.abs(10 * whole - tenths) < 10; // @mode
    }
}

class FallThroughFixed {
    static int round(int tenths, char mode) {
        int whole = Math.floorDiv(tenths, 10);
        boolean exact = tenths % 10 == 0;
        switch (mode) {
            case 'h':
                whole = Math.floorDiv(tenths + 5, 10);
                break;
            case 'u':
                if (!exact) {
                    whole++;
                }
                break;
            default:
                break;
        }
        return whole;
    }

    static void rounds(int tenths, char mode) {
        if (tenths < 0 || tenths > 10_000) {
            return;
        }
        int whole = round(tenths, mode);
        assert Math.abs(10 * whole - tenths) < 10;
    }
}
