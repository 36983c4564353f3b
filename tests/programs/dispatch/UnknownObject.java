// An unknown Object is a string, a box or an array where the program asks for that.
// run: kinds
// args: --method UnknownObject.kinds
// verdict: violated
// violation: AssertionError at kinds:@kinds
// run: exclusive
// args: --method UnknownObject.exclusive
// verdict: proved
// run: cast
// args: --method UnknownObject.cast
// verdict: violated
// violation: ClassCastException at cast:@cast
// run: same-string
// args: --method UnknownObject.sameString
// verdict: violated
// violation: AssertionError at sameString:@same
// run: still-different
// args: --method UnknownObject.stillDifferent
// verdict: proved
// run: equal-strings
// args: --method UnknownObject.equalStrings
// verdict: violated
// violation: AssertionError at equalStrings:@equal
// run: literal
// args: --method UnknownObject.literal
// verdict: violated
// violation: AssertionError at literal:@literal
// run: literals
// args: --method UnknownObject.literals
// verdict: proved
// run: kept
// args: --method UnknownObject.keptBoxes
// verdict: proved
// run: box
// args: --method UnknownObject.box
// verdict: violated
// violation: AssertionError at box:@box
// run: arrays
// args: --method UnknownObject.arrays
// verdict: violated
// violation: AssertionError at arrays:@arrays
// run: not-a-string
// args: --method UnknownObject.notAString
// verdict: proved
// run: elements
// args: --method UnknownObject.elements
// verdict: violated
// violation: AssertionError at elements:@elements
// run: other-holder
// args: --method UnknownObject.otherHolder
// verdict: violated
// violation: AssertionError at otherHolder:@other
// run: same-holder
// args: --method UnknownObject.sameHolder
// verdict: proved
final class UnknownObject {
    static final class Holder {
        Object held;
    }

    // What is not held by the one may be by the other.
    static void otherHolder(Holder one, Holder other) {
        if (one != null && other != null && one.held != null && other.held != null) {
            boolean isText = other.held instanceof String;
            assert isText || !(one.held instanceof String); // @other
        }
    }

    static void sameHolder(Holder one, Holder other) {
        if (one != null && one == other && one.held != null) {
            boolean isText = other.held instanceof String;
            assert isText == one.held instanceof String;
        }
    }

    static int size(Object object) {
        if (object instanceof String text) {
            return text.length();
        }
        if (object instanceof Integer number) {
            return number;
        }
        if (object instanceof int[] row) {
            return row.length;
        }
        return object instanceof Object[] items ? items.length : -1;
    }

    static void kinds(Object object) {
        assert size(object) >= -1; // @kinds
    }

    static void exclusive(Object object) {
        if (object instanceof String) {
            assert !(object instanceof Integer) && !(object instanceof int[]);
        } else {
            assert !(object instanceof String);
        }
    }

    static void cast(Object object) {
        String text = (String) object; // @cast
        assert text == null || text.length() >= 0;
    }

    static void sameString(Object object, String text) {
        if (object instanceof String && text != null) {
            assert object != text; // @same
        }
    }

    static void stillDifferent(Object one, Object other) {
        if (one != other && one instanceof String && other instanceof String) {
            assert one != other;
        }
    }

    static void equalStrings(Object one, Object other) {
        if (one != other && one instanceof String && other instanceof String) {
            assert !one.equals(other); // @equal
        }
    }

    static void literal(Object object) {
        assert object != "abc"; // @literal
    }

    static void literals(Object one, String other) {
        if (one == "abc" && other == "abc") {
            assert one == other;
        }
    }

    static void keptBoxes(Object one, Object other) {
        if (one != other && one instanceof Integer && other instanceof Integer && one.equals(other)) {
            assert one != Integer.valueOf(5) || other != Integer.valueOf(5);
        }
    }

    static void box(Object object, Integer number) {
        if (object != null && number != null) {
            assert object != number || number != 7; // @box
        }
    }

    static void arrays(Object one, Object other) {
        if (one instanceof int[] left && other instanceof int[] right && left.length == 1 && right.length == 1) {
            left[0] = 1;
            right[0] = 2;
            assert left[0] == 1; // @arrays
        }
    }

    static void notAString(Object object, String text) {
        if (object != null && !(object instanceof String) && text != null) {
            assert object != (Object) text;
        }
    }

    static void elements(Object[] objects) {
        if (objects != null && objects.length == 2 && objects[0] instanceof String text
                && objects[1] instanceof Integer number) {
            assert text.length() != number; // @elements
        }
    }
}
