// Choices of JPF never leave their range or list.
// args: --main JpfRangesHold
// verdict: proved
import gov.nasa.jpf.vm.Verify;

class JpfRangesHold {
    public static void main(String[] args) {
        int a = Verify.getInt(-5, 5);
        int b = Verify.getInt(100, 103);
        int c = Verify.getIntFromList(7, 11, 13);
        Verify.assertTrue(a >= -5 && a <= 5);
        Verify.assertTrue(b >= 100 && b <= 103);
        Verify.assertTrue(c % 2 == 1 && c != 9);
        int[] cells = new int[Verify.random(4) + 1];
        assert cells.length >= 1 && cells.length <= 5;
    }
}
