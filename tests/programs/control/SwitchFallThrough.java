// A forgotten break adds the next case.
// run: forgotten
// args: --method SwitchFallThrough.forgotten
// verdict: violated
// violation: AssertionError at forgotten:@forgotten
// run: complete
// args: --method SwitchFallThrough.complete
// verdict: proved
// paths: 4
class SwitchFallThrough {
    static void forgotten(int x) {
        int result = 0;
        switch (x) {
            case 1:
                result += 1;
            case 2:
                result += 2;
                break;
            case 3:
                result += 3;
                break;
            default:
                break;
        }
        assert result == 0 || result == x; // @forgotten
    }

    static void complete(int x) {
        int result;
        switch (x) {
            case 1:
                result = 1;
                break;
            case 2:
                result = 2;
                break;
            case 3:
                result = 3;
                break;
            default:
                result = x;
        }
        assert result == x;
    }
}
