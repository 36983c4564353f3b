// Calls, casts and type tests on references that may be several objects of several classes.
// run: agree
// args: --method GuardedReceivers.agree --depth 2
// verdict: proved
// run: cast
// args: --method GuardedReceivers.cast --depth 2
// verdict: violated
// violation: ClassCastException at cast:@cast
// run: guarded
// args: --method GuardedReceivers.guarded --depth 2
// verdict: proved
// run: nulls
// args: --method GuardedReceivers.nulls --depth 2
// verdict: violated
// violation: NullPointerException at nulls:@null
// run: write
// args: --method GuardedReceivers.write --depth 2
// verdict: proved
// run: subtype
// args: --method GuardedReceivers.subtype --depth 2
// verdict: violated
// violation: AssertionError at subtype:@subtype
class Shape {
    int size;
    Shape inner;

    int area() {
        return size;
    }
}

class Square extends Shape {
    Square twin;

    int area() {
        return -1;
    }
}

class Circle extends Shape {
    int area() {
        return -2;
    }
}

class GuardedReceivers {
    static void agree(Shape s) {
        if (s == null || s.inner == null) {
            return;
        }
        s.size = 5;
        s.inner.size = 6;
        int area = s.inner.area();
        if (s.inner instanceof Square) {
            assert area == -1;
        } else if (s.inner instanceof Circle) {
            assert area == -2;
        } else {
            assert area == 6;
        }
    }

    static void cast(Shape s) {
        if (s != null && s.inner != null) {
            Square square = (Square) s.inner; // @cast
            assert square.area() == -1;
        }
    }

    static void guarded(Shape s) {
        if (s != null && s.inner instanceof Square) {
            Square square = (Square) s.inner;
            assert !(s.inner instanceof Circle);
            assert square == s || square.area() == -1;
        }
    }

    static int nulls(Shape s) {
        if (s == null) {
            return 0;
        }
        try {
            s.inner.size++;
        } catch (NullPointerException e) {
            assert s.inner == null;
            return 1;
        }
        return s.inner.inner.area(); // @null
    }

    static void write(Shape s, Square q) {
        if (s == null || q == null || q.twin == null) {
            return;
        }
        q.twin.size = 1;
        s.size = 2;
        assert q.twin.size == (q.twin == s ? 2 : 1);
        assert q.twin != s || s instanceof Square;
    }

    static void subtype(Shape s, Square q) {
        if (s != null && q != null && q.twin == s) {
            // The declared type of the field says what it is.
            assert s instanceof Square;
            assert s != q; // @subtype
        }
    }
}
