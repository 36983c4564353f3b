// Two objects, of which one is counted down to zero while it is compared with the other: wrong if the other holds one, which it
// does for a single number that may be loaded.
// run: any
// args: --method pkg.PaperExample.run
// verdict: violated
// violation: AssertionError at run:@positive
// run: without
// args: --method pkg.PaperExample.run --requires pkg.PaperExample.isNotEleven
// verdict: proved
// run: shared
// args: --method pkg.PaperExample.shared --requires pkg.PaperExample.differ
// verdict: violated
// violation: AssertionError at shared:@shared
// run: start
// args: --method pkg.PaperExample.start
// verdict: proved
package pkg;

class T {
    int f;

    T() {
        this.f = 42;
    }

    void load(int a) {
        f = a - 10;
    }
}

class PaperExample {
    static T o1 = new T();

    static void run(int[] data) {
        if (data == null) {
            return;
        }
        T o2 = new T();
        if (data.length == 1) {
            o2.load(data[0]);
        }
        int i = 0;
        while (o1.f > 0) {
            i = o1.f;
            if (o1.f == o2.f) {
                i = -1;
            }
            --o1.f;
        }
        assert i > 0; // @positive
    }

    static boolean isNotEleven(int[] data) {
        return data == null || data.length != 1 || data[0] != 11;
    }

    /** The same loop over two objects that may be one. */
    static void shared(T one, T other) {
        if (one == null || other == null || one.f <= 0) {
            return;
        }
        int i = 0;
        while (one.f > 0) {
            i = one.f;
            if (one.f == other.f) {
                i = -1;
            }
            --one.f;
        }
        assert i > 0; // @shared
    }

    /** Whether the other one is not the cause by what it holds. */
    static boolean differ(T one, T other) {
        return other == null || one == other || other.f != 1;
    }

    /** The same loop from any positive number on. */
    static void start(int from, int loaded) {
        if (from <= 0 || loaded == 11) {
            return;
        }
        T one = new T();
        T other = new T();
        one.f = from;
        other.load(loaded);
        int i = 0;
        while (one.f > 0) {
            i = one.f;
            if (one.f == other.f) {
                i = -1;
            }
            --one.f;
        }
        assert i > 0;
    }
}
