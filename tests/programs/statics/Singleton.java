// A static object made once, shared by all.
// run: same
// args: --method Singleton.same
// verdict: proved
// run: state
// args: --method Singleton.state
// verdict: violated
// violation: AssertionError at state:@state
class Singleton {
    private static Singleton instance;
    int uses;

    static Singleton get() {
        if (instance == null) {
            instance = new Singleton();
        }
        instance.uses++;
        return instance;
    }

    static void same() {
        assert get() == get();
        assert get().uses == 3;
    }

    static void state(boolean again) {
        Singleton s = get();
        if (again) {
            get();
        }
        assert s.uses == 1; // @state
    }
}
