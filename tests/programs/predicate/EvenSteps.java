// Parity: steps of two from an even number never come to an odd one, wherever they wrap around.
// args: --method EvenSteps.walk
// verdict: proved
class EvenSteps {
    static void walk(int[] steps) {
        if (steps == null) {
            return;
        }
        int place = 0;
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] > 0) {
                place += 2;
            } else {
                place -= 4;
            }
            assert place != 1 && place != 99;
        }
        assert place % 2 == 0;
    }
}
