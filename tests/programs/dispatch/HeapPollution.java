// The cast javac inserts where a generic value is used.
// args: --method HeapPollution.use
// verdict: violated
// violation: ClassCastException at use:@use
class Slot<T> {
    private T content;

    void put(T value) {
        content = value;
    }

    T get() {
        return content;
    }
}

class HeapPollution {
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int use(int x) {
        Slot<Integer> slot = new Slot<>();
        Slot raw = slot;
        if (x > 0) {
            raw.put("text");
        } else {
            slot.put(5);
        }
        int value = slot.get(); // @use
        return value;
    }
}
