// The capacity of a builder doubles until it overflows, and is then less than what is needed.
// run: defect
// args: --method BuilderGrowthDefect.grow
// verdict: violated
// violation: AssertionError at grow:@enough
// run: fixed
// args: --method BuilderGrowthFixed.grow
// verdict: proved
class BuilderGrowthDefect {
    private int capacity;

    void ensureCapacity(int minimum) {
        if (minimum > capacity) {
            int larger = 2 * capacity + 2;
            if (larger < 0) {
                larger = Integer.MAX_VALUE;
            }
            capacity = larger;
        }
    }

    static void grow(int length, int more) {
        if (length < 0 || more < 0 || length > 1 << 30 || more > 1 << 30) {
            return;
        }
        BuilderGrowthDefect builder = new BuilderGrowthDefect();
        builder.capacity = length;
        builder.ensureCapacity(length + more);
        assert more == 0 || builder.capacity - length >= more; // @enough
    }
}

class BuilderGrowthFixed {
    private int capacity;

    void ensureCapacity(int minimum) {
        if (minimum < 0) {
            throw new OutOfMemoryError();
        }
        if (minimum - capacity > 0) {
            int larger = 2 * capacity + 2;
            capacity = larger - minimum < 0 ? minimum : larger;
        }
    }

    static void grow(int length, int more) {
        if (length < 0 || more < 0 || length > (1 << 30) - 1 || more > 1 << 30) {
            return;
        }
        BuilderGrowthFixed builder = new BuilderGrowthFixed();
        builder.capacity = length;
        builder.ensureCapacity(length + more);
        assert more == 0 || builder.capacity - length >= more;
    }
}
