// A stack in an array: elements before and after, lengths, and what throws and therefore ensures nothing.
// run: push
// args: --method SpecStack.push --depth 2 --collection-size 2
// assume: items != null && size >= 0 && size < items.length
// ensures: size' = plus[size, 1] && items'[size] = item && items' = items
// verdict: proved
// run: push-forgets
// args: --method SpecStack.push --depth 2 --collection-size 2
// assume: items != null && size >= 0 && size < items.length
// ensures: items[size] = items'[size]
// verdict: violated
// violation: Ensures at push:@pushed
// run: pop
// args: --method SpecStack.pop --depth 2 --collection-size 2 --report uncaught
// assume: items != null && size > 0 && size <= items.length
// ensures: $return = items[minus[size, 1]] && no items'[size'] && size' < size
// verdict: bounded
// run: pop-throws
// args: --method SpecStack.pop --depth 2
// assume: size = 0
// ensures: false
// verdict: proved
// run: peek
// args: --method SpecStack.peek --depth 2
// assume: items != null && size > 0 && size <= items.length
// ensures: $return = null || $return in SpecStack.Item
// ensures: items = items' && size = size'
// verdict: bounded
// run: numbers
// args: --method SpecStack.larger
// ensures: $return >= a && $return >= b && $return in a + b
// ensures: $return > minus[a, 1]
// verdict: violated
// violation: Ensures at larger:@larger
public class SpecStack {
    Item[] items;
    int size;

    static class Item {
    }

    void push(Item item) {
        items[size] = item;
        size++;
    } // @pushed

    Item pop() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        size--;
        Item item = items[size];
        items[size] = null;
        return item;
    }

    Item peek() {
        return items[size - 1];
    }

    static int larger(int a, int b) {
        return a > b ? a : b; // @larger
    }
}
