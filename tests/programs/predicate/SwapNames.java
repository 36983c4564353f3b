// Two names change places in every round; which object each names does not matter to what both hold together.
// args: --method SwapNames.pour
// verdict: proved
class SwapNames {
    int amount;

    static void pour(int whole, int[] steps) {
        if (steps == null) {
            return;
        }
        SwapNames from = new SwapNames();
        SwapNames to = new SwapNames();
        from.amount = whole;
        for (int i = 0; i < steps.length; i++) {
            from.amount -= steps[i];
            to.amount += steps[i];
            SwapNames swapped = from;
            from = to;
            to = swapped;
            assert from != to;
        }
        assert from.amount + to.amount == whole;
    }
}
