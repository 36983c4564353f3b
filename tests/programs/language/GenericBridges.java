// A generic method overridden with a more specific parameter is called through its bridge, which casts.
// run: bridged
// args: --method GenericBridges.bridged
// verdict: proved
// run: polluted
// args: --method GenericBridges.polluted
// verdict: violated
// violation: ClassCastException at apply:@bridge
class GenericBridges {
    interface Transformer<T> {
        T apply(T value);
    }

    static class Increment implements Transformer<Integer> { // @bridge
        @Override
        public Integer apply(Integer value) {
            return value + 1;
        }
    }

    static <T extends Comparable<T>> T largest(T one, T other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    static void bridged(int a) {
        Transformer<Integer> increment = new Increment();
        assert increment.apply(a) == a + 1;
        assert largest(a, 3) >= 3;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Object polluted(boolean text) {
        Transformer raw = new Increment();
        return raw.apply(text ? "a" : 1);
    }
}
