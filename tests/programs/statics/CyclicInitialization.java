// Two classes that need each other: the second sees the first one's defaults.
// args: --method CyclicInitialization.check
// verdict: proved
class CyclicInitialization {
    static class A {
        static int value = B.value + 1;
    }

    static class B {
        static int value = A.value + 1;
    }

    static void check() {
        assert A.value == 2;
        assert B.value == 1;
    }
}
