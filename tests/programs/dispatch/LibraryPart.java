// Inputs of the program's classes below the library's: the program's fields are unknown, the library's part is what the
// library's constructor makes.
// run: receiver
// args: --method LibraryPart$Failure.half
// verdict: violated
// violation: ArithmeticException at LibraryPart$Failure.half:@half
// run: getter
// args: --method LibraryPart$Failure.code
// verdict: bounded
// run: message
// args: --method LibraryPart$Failure.describe
// verdict: bounded
// run: parameter
// args: --method LibraryPart.parameter
// verdict: violated
// violation: AssertionError at parameter:@parameter
// run: overridden
// args: --method LibraryPart.overridden
// verdict: violated
// violation: AssertionError at overridden:@overridden
// run: list
// args: --method LibraryPart$Row.first
// verdict: violated
// violation: NullPointerException at LibraryPart$Row.get:@row
// violation: ArrayIndexOutOfBoundsException at LibraryPart$Row.get:@row
// run: map
// args: --method LibraryPart$Cache.remember
// verdict: bounded
// run: two
// args: --method LibraryPart.two
// verdict: violated
// violation: AssertionError at two:@two
// run: held
// args: --method LibraryPart.held --depth 2
// verdict: violated
// violation: AssertionError at held:@held
// run: elements
// args: --method LibraryPart.elements --depth 2
// verdict: violated
// violation: AssertionError at elements:@elements
// run: stays
// args: --method LibraryPart.stays
// verdict: bounded
// run: kind
// args: --method LibraryPart.kind
// verdict: violated
// violation: AssertionError at kind:@kind
import java.util.AbstractList;
import java.util.LinkedHashMap;

class LibraryPart {
    static class Failure extends Exception {
        int code;

        Failure(int code) {
            super("code " + code);
            this.code = code;
        }

        int half() {
            return 100 / code; // @half
        }

        int code() {
            return code;
        }

        int describe() {
            String message = getMessage();
            return message == null ? code() : message.length();
        }

        boolean isFatal() {
            return false;
        }
    }

    static class Fatal extends Failure {
        boolean isSure;

        Fatal() {
            super(1);
        }

        @Override
        boolean isFatal() {
            return isSure;
        }
    }

    static class Row extends AbstractList<String> {
        String[] cells;

        @Override
        public String get(int index) {
            return cells[index]; // @row
        }

        @Override
        public int size() {
            return 1;
        }

        String first() {
            return get(0);
        }
    }

    static class Cache extends LinkedHashMap<String, Integer> {
        int limit;

        int remember(String key) {
            put(key, limit);
            int found = get(key);
            assert found == limit && size() == 1;
            return found;
        }
    }

    static class Holder {
        Failure failure;
    }

    static void parameter(Failure failure) {
        if (failure != null) {
            assert failure.code() != 7; // @parameter
        }
    }

    static void overridden(Failure failure) {
        if (failure != null) {
            assert !failure.isFatal(); // @overridden
        }
    }

    static void two(Failure one, Failure other) {
        if (one != null && other != null) {
            one.code = 1;
            other.code = 2;
            assert one.code == 1; // @two
        }
    }

    static void held(Holder one, Holder other) {
        if (one != null && other != null && one.failure != null && other.failure != null) {
            one.failure.code = 1;
            other.failure.code = 2;
            assert one.failure.code == 1 || one == other; // @held
        }
    }

    static void elements(Failure[] failures) {
        if (failures != null && failures.length == 2 && failures[0] != null && failures[1] != null) {
            failures[0].code = 1;
            failures[1].code = 2;
            assert failures[0].code == 1; // @elements
        }
    }

    static void stays(Failure failure) {
        if (failure != null) {
            int code = failure.code;
            failure.fillInStackTrace();
            assert failure.code == code && failure.getCause() == null;
        }
    }

    static void kind(Object object) {
        if (object instanceof Failure failure && failure.code > 0) {
            assert failure.isFatal(); // @kind
        }
    }
}
