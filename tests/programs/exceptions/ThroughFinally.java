// An exception that passes a finally is still the one of its place.
// args: --method ThroughFinally.divide
// verdict: violated
// violation: ArithmeticException at divide:@divide
class ThroughFinally {
    static int calls;

    static int divide(int x, int y) {
        try {
            return x / y; // @divide
        } finally {
            calls++;
        }
    }
}
