// Text that comes as an interface is a string or a builder; builders are made by their constructor and may be one object.
// run: charAt
// args: --method TextOfAnyKind.second
// verdict: violated
// violation: AssertionError at second:@second
// run: length
// args: --method TextOfAnyKind.length
// verdict: bounded
// reason: of java.lang.CharSequence only String, new StringBuilder(String) were tried
// run: builder
// args: --method TextOfAnyKind.isBuilder
// verdict: violated
// violation: AssertionError at isBuilder:@builder
// run: appended
// args: --method TextOfAnyKind.appended --string-length 4
// verdict: violated
// violation: AssertionError at appended:@appended
// run: empty
// args: --method TextOfAnyKind.isEmpty
// verdict: proved
// run: same
// args: --method TextOfAnyKind.same --string-length 4
// verdict: violated
// violation: AssertionError at same:@same
// run: buffer
// args: --method TextOfAnyKind.buffer --string-length 4
// verdict: violated
// violation: AssertionError at buffer:@buffer
final class TextOfAnyKind {
    static void second(CharSequence text) {
        if (text != null && text.length() > 1) {
            assert text.charAt(1) != 'x'; // @second
        }
    }

    static void length(CharSequence text) {
        assert text == null || text.length() >= 0;
    }

    static void isBuilder(CharSequence text) {
        assert !(text instanceof StringBuilder); // @builder
    }

    static void appended(StringBuilder text) {
        if (text != null) {
            text.append('!');
            assert text.length() != 3; // @appended
        }
    }

    static void isEmpty(StringBuilder text) {
        if (text != null && text.length() == 0) {
            text.append(true);
            assert text.toString().equals("true");
        }
    }

    static void same(StringBuilder one, StringBuilder other) {
        if (one != null && other != null && other.length() == 0) {
            one.append('a');
            assert other.length() == 0; // @same
        }
    }

    static void buffer(StringBuffer text) {
        if (text != null && text.length() == 2) {
            assert text.reverse().charAt(0) != 'z'; // @buffer
        }
    }
}
