// A constructor as the entry stands for `new`: its object starts with default values, only the arguments are unknown.
// run: fresh
// args: --method ConstructorEntry.<init>(ConstructorEntry)
// verdict: violated
// violation: AssertionError at <init>:@linked
// run: counted
// args: --method ConstructorEntry.<init>(int)
// verdict: proved
// paths: 2
// run: abstract
// args: --method ConstructorEntry$Base.<init>
// verdict: inconclusive
// reason: making an object of abstract class ConstructorEntry$Base
public class ConstructorEntry {
    private int count;
    private ConstructorEntry previous;

    ConstructorEntry(ConstructorEntry previous) {
        assert count == 0 && this.previous == null && previous != this;
        this.previous = previous;
        if (previous != null) {
            assert previous.previous == null; // @linked
        }
    }

    ConstructorEntry(int start) {
        if (start > count) {
            count = start;
        }
        assert count >= 0 && previous == null;
    }

    abstract static class Base {
        Base() {
            step();
        }

        abstract void step();
    }
}
