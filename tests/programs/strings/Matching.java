// Regular expressions on unknown text.
// run: number
// args: --method Matching.number --string-length 5 --heap lazier-sharp
// verdict: violated
// violation: AssertionError at number:@number
// run: word
// args: --method Matching.word --string-length 4 --heap lazier
// verdict: bounded
// run: date
// args: --method Matching.date --string-length 10 --heap summary
// verdict: violated
// violation: AssertionError at date:@date
class Matching {
    static void number(String s) {
        if (s != null && s.matches("-?\\d+(\\.\\d+)?")) {
            assert s.charAt(0) != '-' || s.indexOf('.') < 0; // @number
        }
    }

    static void word(String s) {
        if (s != null && s.matches("[a-z]+")) {
            assert !s.isEmpty();
            for (int i = 0; i < s.length(); i++) {
                assert s.charAt(i) >= 'a' && s.charAt(i) <= 'z';
            }
            assert !s.matches("[^a-z]*") && s.matches("\\w+") && !s.matches("(ab|\\d)+c?") | s.startsWith("ab");
        }
    }

    static void date(String s) {
        if (s != null && s.matches("\\d{4}-(0[1-9]|1[0-2])-\\d\\d")) {
            assert s.charAt(5) == '0' || s.charAt(8) < '4'; // @date
        }
    }
}
