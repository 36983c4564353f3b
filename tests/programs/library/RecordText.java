// toString and equals of records, with text and floats in them.
// run: text
// args: --method RecordText.text
// verdict: proved
// run: nan
// args: --method RecordText.nan
// verdict: violated
// violation: AssertionError at nan:@nan
class RecordText {
    record Item(String name, int price) {
    }

    record Weight(double value) {
    }

    static void text(int n) {
        Item item = new Item("a", n);
        assert item.toString().equals("Item[name=a, price=" + n + "]");
    }

    static void nan(double d) {
        // Components are compared by Double.compare, not by ==.
        assert new Weight(d).equals(new Weight(0.0)) == (d == 0.0); // @nan
    }
}
