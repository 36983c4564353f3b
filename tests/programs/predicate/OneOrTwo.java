// Two parameters may name one object, and then what is counted in one is counted in the other.
// args: --method OneOrTwo.count
// verdict: violated
// violation: AssertionError at count:@other
class OneOrTwo {
    int value;

    static void count(OneOrTwo here, OneOrTwo there, int times) {
        if (here == null || there == null) {
            return;
        }
        there.value = 0;
        here.value = 0;
        while (here.value < times) {
            here.value++;
        }
        assert there.value == 0; // @other
    }
}
