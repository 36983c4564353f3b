// An equals that takes for granted what it is compared with.
// run: defect
// args: --method CastInEqualsDefect.sameAs
// verdict: violated
// violation: ClassCastException at equals:@cast
// run: fixed
// args: --method CastInEqualsFixed.sameAs
// verdict: proved
class CastInEqualsDefect {
    private final int number;
    private final String street;

    CastInEqualsDefect(int number, String street) {
        this.number = number;
        this.street = street;
    }

    @Override
    public boolean equals(Object other) {
        if (other == null) {
            return false;
        }
        CastInEqualsDefect address = (CastInEqualsDefect) other; // @cast
        return address.number == number && street.equals(address.street);
    }

    @Override
    public int hashCode() {
        return 31 * number + street.hashCode();
    }

    static boolean sameAs(int number, Object other) {
        return other instanceof String && new CastInEqualsDefect(number, "Mill Lane").equals(other);
    }
}

class CastInEqualsFixed {
    private final int number;
    private final String street;

    CastInEqualsFixed(int number, String street) {
        this.number = number;
        this.street = street;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof CastInEqualsFixed)) {
            return false;
        }
        CastInEqualsFixed address = (CastInEqualsFixed) other;
        return address.number == number && street.equals(address.street);
    }

    @Override
    public int hashCode() {
        return 31 * number + street.hashCode();
    }

    static boolean sameAs(int number, Object other) {
        return other instanceof String && new CastInEqualsFixed(number, "Mill Lane").equals(other);
    }
}
