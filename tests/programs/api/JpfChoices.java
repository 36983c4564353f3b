// JPF's choices: ranges at both ends, lists, ignored paths.
// args: --main JpfChoices
// verdict: violated
// violation: AssertionError at main:@ends
// violation: AssertionError at main:@list
import gov.nasa.jpf.vm.Verify;

class JpfChoices {
    public static void main(String[] args) {
        int low = Verify.getInt(10, 20);
        int high = Verify.random(3);
        Verify.ignoreIf(Verify.getBoolean());
        Verify.beginAtomic();
        assert low != 10 || high != 3; // @ends
        Verify.endAtomic();
        double d = Verify.getDoubleFromList(0.5, 0.25, -1);
        assert d != -1; // @list
    }
}
