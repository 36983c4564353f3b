// The most specific default wins; a class's method wins over any default.
// run: rules
// args: --method DefaultMethods.rules
// verdict: proved
// run: unknown
// args: --method DefaultMethods.unknown
// verdict: violated
// violation: AssertionError at unknown:@unknown
interface Named {
    default int name() {
        return 1;
    }

    static int helper() {
        return 40;
    }
}

interface Titled extends Named {
    @Override
    default int name() {
        return 2 + Named.helper();
    }
}

class Plain implements Named {
}

class Lord implements Named, Titled {
}

class Own extends Lord {
    @Override
    public int name() {
        return Titled() + 1;
    }

    private int Titled() {
        return super.name();
    }
}

class DefaultMethods {
    static void rules() {
        assert new Plain().name() == 1;
        assert new Lord().name() == 42;
        assert new Own().name() == 43;
    }

    static void unknown(Named named) {
        if (named != null) {
            assert named.name() != 43; // @unknown
        }
    }
}
