// Arrow cases do not fall through; yield delivers a value.
// run: right
// args: --method SwitchExpression.right
// verdict: proved
// run: wrong
// args: --method SwitchExpression.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class SwitchExpression {
    static int days(int month) {
        return switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> {
                int usual = 28;
                yield usual;
            }
            default -> 31;
        };
    }

    static void right(int month) {
        assert days(month) >= 28 && days(month) <= 31;
    }

    static void wrong(int month) {
        if (1 <= month && month <= 12) {
            assert days(month) >= 30; // @wrong
        }
    }
}
