// Turning letters back: the remainder of a negative difference is negative.
// run: defect
// args: --method CaesarShiftDefect.roundTrip
// verdict: violated
// violation: AssertionError at roundTrip:@letter
// run: fixed
// args: --method CaesarShiftFixed.roundTrip
// verdict: proved
class CaesarShiftDefect {
    static char shift(char letter, int by) {
        if (letter < 'a' || letter > 'z') {
            return letter;
        }
        return (char) ('a' + (letter - 'a' + by) % 26);
    }

    static void roundTrip(char letter, int by) {
        if (by < 0 || by > 25) {
            return;
        }
        assert shift(shift(letter, by), -by) == letter; // @letter
    }
}

class CaesarShiftFixed {
    static char shift(char letter, int by) {
        if (letter < 'a' || letter > 'z') {
            return letter;
        }
        return (char) ('a' + Math.floorMod(letter - 'a' + by, 26));
    }

    static void roundTrip(char letter, int by) {
        if (by < 0 || by > 25) {
            return;
        }
        assert shift(shift(letter, by), -by) == letter;
    }
}
