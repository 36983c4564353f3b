// The names of JBMC's library for the methods of strings.
// run: proof
// args: --method CproverStrings.digits
// verdict: proved
// run: bug
// args: --method CproverStrings.second
// verdict: violated
// violation: AssertionError at second:@letter
// run: open
// args: --method CproverStrings.open
// verdict: inconclusive
// reason: that the library answers with an exception
import org.cprover.CProver;
import org.cprover.CProverString;

class CproverStrings {
    static void digits(int number) {
        CProver.assume(number >= 10 && number < 100);
        assert CProverString.toString(number).length() == 2;
        StringBuffer buffer = new StringBuffer("ab");
        CProverString.setCharAt(buffer, 1, 'c');
        assert CProverString.equals(buffer.toString(), "ac");
    }

    static void second(String text) {
        if (text != null && text.length() > 1) {
            assert CProverString.charAt(text, 1) != 'x'; // @letter
        }
    }

    static int open(int position) {
        return CProverString.charAt("abc", position);
    }
}
