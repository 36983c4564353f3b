// Collections in fields of unknown objects are inputs as well.
// run: total
// args: --method ListField.total --depth 3 --collection-size 2
// verdict: violated
// violation: NullPointerException at total:@items
// violation: NullPointerException at total:@item
// run: guarded
// args: --method ListField.guarded --depth 3 --collection-size 1
// verdict: bounded
import java.util.List;

class ListField {
    static class Item {
        int price;
    }

    private List<Item> items;

    int total() {
        int total = 0;
        for (Item item : items) { // @items
            total += item.price; // @item
        }
        return total;
    }

    int guarded() {
        int total = 0;
        if (items != null) {
            for (Item item : items) {
                total += item == null ? 0 : item.price;
            }
        }
        return total;
    }
}
