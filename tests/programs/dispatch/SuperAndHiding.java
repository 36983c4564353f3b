// Methods are overridden, fields and static methods are hidden.
// run: rules
// args: --method SuperAndHiding.rules
// verdict: proved
// run: wrong
// args: --method SuperAndHiding.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class Parent {
    int field = 1;

    static int fixed() {
        return 10;
    }

    int get() {
        return field;
    }

    int twice() {
        return get() * 2;
    }
}

class Child extends Parent {
    int field = 2;

    static int fixed() {
        return 20;
    }

    @Override
    int get() {
        return super.get() + 100;
    }

    int both() {
        return super.field * 10 + this.field;
    }
}

class SuperAndHiding {
    static void rules() {
        Child child = new Child();
        Parent parent = child;
        assert parent.field == 1 && child.field == 2;
        assert parent.get() == 101 && parent.twice() == 202;
        assert child.both() == 12;
        assert Parent.fixed() == 10 && Child.fixed() == 20;
    }

    static void wrong(boolean b) {
        Parent p = b ? new Child() : new Parent();
        assert p.twice() == 2; // @wrong
    }
}
