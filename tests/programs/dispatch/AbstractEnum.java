// An enum whose constants all have bodies is itself abstract: its constants are there all the same, through any supertype.
// run: interface
// args: --method AbstractEnum.throughInterface
// verdict: violated
// violation: AssertionError at throughInterface:@interface
// run: object
// args: --method AbstractEnum.throughObject
// verdict: violated
// violation: AssertionError at throughObject:@object
// run: type-variable
// args: --method AbstractEnum.throughTypeVariable
// verdict: violated
// violation: AssertionError at throughTypeVariable:@variable
// run: alias
// args: --method AbstractEnum.sameThroughBoth
// verdict: violated
// violation: AssertionError at sameThroughBoth:@both
// run: elements
// args: --method AbstractEnum.elements
// verdict: violated
// violation: AssertionError at elements:@elements
// run: proof
// args: --method AbstractEnum.oneOfTwo
// verdict: proved
class AbstractEnum {
    interface Weighted {
        int weight();
    }

    enum Size implements Weighted {
        SMALL {
            public int weight() {
                return 1;
            }
        },
        LARGE {
            public int weight() {
                return 2;
            }
        }
    }

    static class Holder<T extends Weighted> {
        T held;
    }

    static void throughInterface(Weighted weighted) {
        if (weighted != null) {
            assert weighted.weight() == 1; // @interface
        }
    }

    static void throughObject(Object object) {
        assert object != Size.SMALL; // @object
    }

    static void throughTypeVariable(Holder<Size> holder) {
        if (holder != null && holder.held != null) {
            assert holder.held.weight() != 2; // @variable
        }
    }

    static void sameThroughBoth(Weighted weighted, Size size) {
        if (size != null) {
            assert weighted != size; // @both
        }
    }

    static void elements(Size[][] sizes) {
        if (sizes != null && sizes.length > 0 && sizes[0] != null && sizes[0].length > 0 && sizes[0][0] != null) {
            assert sizes[0][0].weight() == 1; // @elements
        }
    }

    static void oneOfTwo(Weighted weighted) {
        if (weighted != null) {
            assert weighted == Size.SMALL || weighted == Size.LARGE;
            assert weighted.weight() == 1 + ((Size) weighted).ordinal();
        }
    }
}
