// The usual equals asks only for a class of the user's: an object of any other class is none.
// run: equals
// args: --method EqualsMethod.equals
// verdict: proved
// run: asymmetric
// args: --method EqualsMethod.cast
// verdict: violated
// violation: ClassCastException at cast:@cast
class EqualsMethod {
    int x;
    int y;

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof EqualsMethod)) {
            return false;
        }
        EqualsMethod point = (EqualsMethod) other;
        return x == point.x && y == point.y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }

    boolean cast(Object other) {
        return other != null && ((EqualsMethod) other).x == x; // @cast
    }
}
