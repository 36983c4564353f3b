import java.util.List;
import java.util.function.IntUnaryOperator;

/** Takes collections and functions as inputs. */
public class Prices {
    static int highest(List<Integer> prices) {
        int highest = prices.get(0);
        for (int price : prices) {
            highest = Math.max(highest, price);
        }
        return highest;
    }

    static void discount(IntUnaryOperator discount, int price) {
        if (discount == null || price < 0) {
            return;
        }
        int reduced = discount.applyAsInt(price);
        assert reduced <= price : "a discount that raises the price";
    }
}
