// An object of a class that the program does not mention answers what every object is asked: anything, but always the same, and
// as the contract of Object says.
// run: hash
// args: --method OtherClasses.hash
// verdict: violated
// violation: AssertionError at hash:@hash
// run: again
// args: --method OtherClasses.again
// verdict: proved
// run: text
// args: --method OtherClasses.text
// verdict: violated
// violation: AssertionError at text:@text
// run: equal
// args: --method OtherClasses.equal
// verdict: violated
// violation: AssertionError at equal:@equal
// run: contract
// args: --method OtherClasses.contract
// verdict: proved
// run: literal
// args: --method OtherClasses.literal
// verdict: violated
// violation: AssertionError at literal:@literal
// run: null
// args: --method OtherClasses.nobodyIsNull
// verdict: proved
// run: keys
// args: --method OtherClasses.keys
// verdict: violated
// violation: AssertionError at keys:@keys
// run: foreign
// args: --method OtherClasses.foreign
// verdict: proved
// run: late
// args: --method OtherClasses.late
// verdict: inconclusive
// reason: java.lang.Object
// run: lock
// args: --method OtherClasses.lock
// verdict: proved
import java.util.HashMap;
import java.util.Map;

final class OtherClasses {
    static final class Point {
        int x;

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }

        @Override
        public String toString() {
            return "point";
        }
    }

    static void hash(Object o) {
        if (o != null && !(o instanceof Point) && !(o instanceof String)) {
            assert o.hashCode() != 1234567; // @hash
        }
    }

    static void again(Object o) {
        if (o != null && !(o instanceof String)) {
            assert o.equals(o);
        }
    }

    static void text(Object o) {
        if (o != null && !(o instanceof String) && !(o instanceof Point)) {
            assert !o.toString().equals("ab"); // @text
        }
    }

    static void equal(Object one, Object other) {
        if (one != other && !(one instanceof Point) && !(one instanceof String)) {
            assert one == null || !one.equals(other); // @equal
        }
    }

    static void contract(Object one, Object other) {
        if (!(one instanceof String) && !(other instanceof String) && one != null && one.equals(other)) {
            assert other != null && other.equals(one);
        }
    }

    static void literal(Object o) {
        assert o == null || !o.equals("ab"); // @literal
    }

    static void nobodyIsNull(Object o) {
        if (o != null) {
            assert !o.equals(null);
        }
    }

    static void keys(Object one, Object other, int value) {
        if (one instanceof String || other instanceof String || one instanceof Point || other instanceof Point) {
            return;
        }
        Map<Object, Integer> map = new HashMap<>();
        map.put(one, 0);
        map.put(other, value);
        assert one == other || map.size() == 2; // @keys
    }

    static void foreign(Object o, Point point) {
        if (o != null && point != null && o.equals(point)) {
            assert o instanceof Point;
        }
    }

    // What it answers as a number is not known any more.
    static void late(Object o) {
        if (o != null && !(o instanceof String) && o.hashCode() == 5) {
            assert !(o instanceof Integer);
        }
    }

    static void lock(Object o) {
        if (o != null) {
            synchronized (o) {
                o.notifyAll();
            }
        }
    }
}
