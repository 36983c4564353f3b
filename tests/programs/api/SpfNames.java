// SPF's names.
// run: bug
// args: --main SpfNames
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at main:@index
import gov.nasa.jpf.symbc.Debug;

class SpfNames {
    public static void main(String[] args) {
        int x = Debug.makeSymbolicInteger("x");
        double r = Debug.makeSymbolicReal("r");
        Debug.assume(x >= 0 && r > 0.5 && r < 1);
        Debug.printPC("here");
        int[] cells = new int[4];
        if (r * 2 > 1) {
            cells[x / 2] = 1; // @index
        }
        boolean z = Debug.makeSymbolicBoolean("z");
        char c = Debug.makeSymbolicChar("c");
        assert z || !z && c >= 0;
    }
}
