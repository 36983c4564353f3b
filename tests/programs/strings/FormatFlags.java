// A zero after a flag of a format is another flag, not a digit of the width: these formats are illegal.
// run: left
// args: --method FormatFlags.leftAndZero
// verdict: violated
// violation: AssertionError at leftAndZero:@left
// run: twice
// args: --method FormatFlags.zeroTwice
// verdict: violated
// violation: AssertionError at zeroTwice:@twice
// run: printed
// args: --method FormatFlags.printed
// verdict: violated
// violation: AssertionError at printed:@printed
// run: legal
// args: --method FormatFlags.legal
// verdict: proved
import java.util.IllegalFormatException;

class FormatFlags {
    static void leftAndZero(int n) {
        try {
            String.format("%-05d", n);
        } catch (IllegalFormatException e) {
            assert false; // @left
        }
    }

    static void zeroTwice(int n) {
        try {
            String.format("%005d", n);
        } catch (IllegalFormatException e) {
            assert false; // @twice
        }
    }

    static void printed(int n) {
        boolean isPrinted = false;
        try {
            System.out.printf("%00d%n", n);
            isPrinted = true;
        } catch (IllegalFormatException e) {
        }
        assert isPrinted; // @printed
    }

    static void legal(int n) {
        assert n < 0 || n > 99 || String.format("%05d|%-5d|", n, n).length() == 12;
    }
}
