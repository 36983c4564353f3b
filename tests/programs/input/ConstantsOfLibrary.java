// Classes, locales and character sets of the input are some that the library has as constants.
// run: locale
// args: --method ConstantsOfLibrary.locale
// verdict: violated
// violation: AssertionError at locale:@locale
// run: same
// args: --method ConstantsOfLibrary.same
// verdict: violated
// violation: AssertionError at same:@same
// run: class
// args: --method ConstantsOfLibrary.ofClass
// verdict: violated
// violation: AssertionError at ofClass:@class
// run: primitive
// args: --method ConstantsOfLibrary.primitive
// verdict: violated
// violation: AssertionError at primitive:@primitive
// run: none
// args: --method ConstantsOfLibrary.neither
// verdict: bounded
// run: message
// args: --method ConstantsOfLibrary.message
// verdict: violated
// violation: AssertionError at message:@message
// run: number
// args: --method ConstantsOfLibrary.numeric
// verdict: violated
// violation: AssertionError at numeric:@numeric
// run: text
// args: --method ConstantsOfLibrary.noText
// verdict: bounded
// run: compared
// args: --method ConstantsOfLibrary.compared
// verdict: bounded
import java.util.Locale;

final class ConstantsOfLibrary {
    static void locale(Locale locale) {
        assert locale != Locale.US; // @locale
    }

    static void same(Locale one, Locale other) {
        assert one == null || one != other; // @same
    }

    static void ofClass(Class<?> type) {
        assert type != String.class; // @class
    }

    static void primitive(Class<?> type) {
        assert type == null || !type.isPrimitive(); // @primitive
    }

    static void neither(Class<?> type) {
        assert type == null || !type.isPrimitive() || !type.isArray();
    }

    static void message(Throwable problem) {
        assert problem == null || problem.getMessage() == null || !problem.getMessage().equals("no"); // @message
    }

    static void numeric(Class<? extends Number> type) {
        assert (Object) type != Integer.class; // @numeric
    }

    static void noText(Class<? extends Number> type) {
        assert (Object) type != String.class;
    }

    static int compared(Comparable<Integer> thing) {
        return thing == null ? 0 : thing.compareTo(1);
    }
}
