// Two strings of the competition's verifier, in a loop: equal ones are not the same.
// run: equal
// args: --main VerifierText
// verdict: violated
// violation: AssertionError at main:@equal
import org.sosy_lab.sv_benchmarks.Verifier;

class VerifierText {
    public static void main(String[] args) {
        String[] texts = new String[2];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = Verifier.nondetString();
        }
        assert texts[0] != texts[1];
        if (texts[0].length() == 2 && texts[0].charAt(1) == '#') {
            assert !texts[0].equals(texts[1]); // @equal
        }
    }
}
