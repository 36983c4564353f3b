// A parameter of a superclass may be of the subclass; null is of neither.
// run: sub
// args: --method InstanceOf.sub
// verdict: violated
// violation: AssertionError at sub:@sub
// run: agree
// args: --method InstanceOf.agree
// verdict: proved
class Base {
    int kind() {
        return 0;
    }
}

class Sub extends Base {
    @Override
    int kind() {
        return 1;
    }
}

class SubSub extends Sub {
    @Override
    int kind() {
        return 2;
    }
}

class InstanceOf {
    static void sub(Base base) {
        assert !(base instanceof Sub); // @sub
    }

    static void agree(Base base) {
        if (base instanceof SubSub) {
            assert base instanceof Sub;
            assert base.kind() == 2;
        } else if (base instanceof Sub s) {
            assert s.kind() == 1;
        } else if (base != null) {
            assert base.kind() == 0;
        }
    }
}
