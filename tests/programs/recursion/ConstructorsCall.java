// A constructor that calls itself writes to an object that its caller goes on with.
// run: own
// args: --method ConstructorsCall.own --property assert
// verdict: violated
// violation: AssertionError at <init>:@zero
// run: next
// args: --method ConstructorsCall.next --property assert
// verdict: violated
// violation: AssertionError at next:@next
class ConstructorsCall {
    int value;

    ConstructorsCall(int count) {
        if (count > 0) {
            ConstructorsCall made = new ConstructorsCall(count - 1);
            assert made.value == 0; // @zero
        }
        this.value = count;
    }

    static void own(int count) {
        new ConstructorsCall(count);
    }

    static class Chain {
        int value;
        Chain next;

        Chain(int count) {
            value = count;
            if (count > 0) {
                next = new Chain(count - 1);
            }
        }
    }

    static void next(int count) {
        Chain chain = new Chain(count);
        assert chain.next == null || chain.next.value == 0; // @next
    }
}
