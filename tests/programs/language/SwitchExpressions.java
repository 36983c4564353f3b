// Switch expressions over ints, strings and enums; yield.
// run: days
// args: --method SwitchExpressions.days
// verdict: proved
// run: missing
// args: --method SwitchExpressions.missing
// verdict: violated
// violation: AssertionError at missing:@missing
class SwitchExpressions {
    enum Colour {
        RED, GREEN, BLUE
    }

    static void days(int month) {
        int days = switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> {
                int february = 28;
                yield february;
            }
            default -> month < 1 || month > 12 ? 0 : 31;
        };
        assert days == 0 || days >= 28 && days <= 31;
    }

    static void missing(Colour colour) {
        if (colour == null) {
            return;
        }
        String name = switch (colour) {
            case RED -> "r";
            case GREEN -> "g";
            case BLUE -> "";
        };
        assert name.isEmpty() || name.charAt(0) == colour.name().toLowerCase().charAt(0);
        assert !name.isEmpty(); // @missing
    }
}
