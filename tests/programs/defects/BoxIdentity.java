// Boxes compared by == are equal up to 127.
// run: defect
// args: --method BoxIdentityDefect.sameAmount
// verdict: violated
// violation: AssertionError at sameAmount:@equal
// run: fixed
// args: --method BoxIdentityFixed.sameAmount
// verdict: proved
import java.util.List;

class BoxIdentityDefect {
    static boolean samePrice(List<Integer> prices) {
        return prices.get(0) == prices.get(1);
    }

    static void sameAmount(int price, int other) {
        assert samePrice(List.of(price, other)) == (price == other); // @equal
    }
}

class BoxIdentityFixed {
    static boolean samePrice(List<Integer> prices) {
        return prices.get(0).equals(prices.get(1));
    }

    static void sameAmount(int price, int other) {
        assert samePrice(List.of(price, other)) == (price == other);
    }
}
