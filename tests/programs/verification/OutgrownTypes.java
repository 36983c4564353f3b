// Mathematical integers outgrow their types: where a generalised state forgets one, and where a recursive call made one, it is no
// number of the input. What fails for them alone, no JVM shows.
// run: elements
// args: --method OutgrownTypes.elements --ints math --property assert
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
// run: elements, over
// args: --method OutgrownTypes.elements --ints math --property assert --technique over
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
// run: elements, predicates
// args: --method OutgrownTypes.elements --ints math --property assert --technique predicates
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
// run: statics
// args: --method OutgrownTypes.statics --ints math --property assert
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
// run: statics, predicates
// args: --method OutgrownTypes.statics --ints math --property assert --technique predicates
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
// run: written
// args: --method OutgrownTypes.written --ints math --property assert
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
// run: written, predicates
// args: --method OutgrownTypes.written --ints math --property assert --technique predicates
// verdict: inconclusive
// reason: AssertionError was predicted, but the JVM does something else
class OutgrownTypes {
    static int total;

    static void elements(int n) {
        if (n < 2 || n > 3) {
            return;
        }
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = 2147483647 + i;
        }
        for (int i = 0; i < n; i++) {
            assert a[i] <= 2147483647;
        }
    }

    static void add(int n) {
        if (n > 0) {
            total = total + 2000000000;
            add(n - 1);
        }
    }

    static void statics(int n) {
        if (n > 3) {
            return;
        }
        total = 0;
        add(n);
        assert total <= 2147483647;
    }

    static void write(int[] a, int n) {
        if (n > 0) {
            a[0] = a[0] + 2000000000;
            write(a, n - 1);
        }
    }

    static void written(int n) {
        if (n > 3) {
            return;
        }
        int[] a = new int[1];
        write(a, n);
        assert a[0] <= 2147483647;
    }
}
