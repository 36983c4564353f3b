// Two references of a caller may be one object: what a method does to the first shows in the second.
// args: --method SameObject.both --compose
// verdict: violated
// violation: AssertionError at both:@same
class SameObject {
    int value;

    static int write(SameObject one, SameObject other, int value) {
        if (value > 0) {
            one.value = value;
            return other.value;
        }
        return 0;
    }

    static void both(int value, boolean same) {
        SameObject one = new SameObject();
        SameObject other = same ? one : new SameObject();
        int read = write(one, other, value);
        if (value > 10 && !same) assert read == 0;
        if (value > 10) assert read == 0; // @same
    }
}
