// Nobody implements the interface, which has more than one method: that is a reason, not a crash.
// args: --method NoImplementation.ask
// verdict: inconclusive
// reason: Oracle
interface Oracle {
    int answer(int question);

    void forget();
}

class NoImplementation {
    static int ask(Oracle oracle) {
        if (oracle == null) {
            return 0;
        }
        return oracle.answer(42);
    }
}
