// The receiver is there; what its fields refer to need not be.
// args: --method Chain.read --depth 3
// verdict: violated
// violation: NullPointerException at read:@middle
// violation: NullPointerException at read:@inner
class Inner {
    int value;
}

class Middle {
    Inner inner;
}

class Chain {
    Middle middle;

    int read() {
        Middle m = this.middle;
        Inner i = m.inner; // @middle
        return i.value; // @inner
    }
}
