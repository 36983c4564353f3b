// Strings as bytes and as characters in arrays, and library code that looks into the fields of a string.
// run: utf8
// args: --method BytesAndChars.utf8 --string-length 3
// verdict: bounded
// run: longer
// args: --method BytesAndChars.longer --string-length 3
// verdict: violated
// violation: AssertionError at longer:@longer
// run: roundTrip
// args: --method BytesAndChars.roundTrip --string-length 3
// verdict: proved
// run: chars
// args: --method BytesAndChars.chars --string-length 3
// verdict: proved
// run: room
// args: --method BytesAndChars.room --string-length 3
// verdict: violated
// violation: StringIndexOutOfBoundsException at room:@room
// run: capacity
// args: --method BytesAndChars.capacity --string-length 3
// verdict: bounded
// run: points
// args: --method BytesAndChars.points --string-length 2
// verdict: violated
// violation: AssertionError at points:@pair
// run: padded
// args: --method BytesAndChars.padded
// verdict: proved
import java.nio.charset.StandardCharsets;

public class BytesAndChars {
    static void utf8(String s) {
        if (s != null) {
            byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
            assert bytes.length >= s.length() && bytes.length <= 3 * s.length();
            assert bytes.length == 0 || (bytes[0] & 0xc0) != 0x80;
        }
    }

    static void longer(String s) {
        if (s != null) {
            assert s.getBytes(StandardCharsets.UTF_8).length == s.length(); // @longer
        }
    }

    static void roundTrip(String s) {
        if (s != null && s.length() == 2 && s.charAt(0) < 128 && s.charAt(1) < 128) {
            assert new String(s.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(s);
        }
    }

    static void chars(String s) {
        if (s != null && s.length() <= 3) {
            char[] target = {'a', 'b', 'c', 'd'};
            s.getChars(0, s.length(), target, 1);
            assert target[0] == 'a';
            assert s.isEmpty() || target[1] == s.charAt(0);
            assert s.length() == 3 || target[3] == 'd';
        }
    }

    static void room(String s) {
        if (s != null) {
            s.getChars(0, s.length(), new char[2], 0); // @room
        }
    }

    static void capacity(String s) {
        if (s != null) {
            StringBuilder b = new StringBuilder(s.length() + 1);
            b.append('x').append(s);
            assert b.length() == s.length() + 1;
            assert b.charAt(0) == 'x';
        }
    }

    static void points(String s) {
        if (s != null) {
            assert s.codePoints().count() == s.length(); // @pair
        }
    }

    static void padded(int x) {
        if (x > -100 && x < 100) {
            assert String.format("%04d", x).length() == 4;
            assert String.format("%-4d|", x).charAt(4) == '|';
            assert x < 0 || x > 9 || String.format("%3d", x).startsWith("  ");
            assert x != -7 || String.format("%05d", x).equals("-0007");
        }
    }
}
