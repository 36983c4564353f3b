// Arrays.fill, copyOfRange, equals, hashCode and binarySearch on arrays with unknown elements.
// run: copied
// args: --method ArraysTools.copied
// verdict: proved
// run: searched
// args: --method ArraysTools.searched
// verdict: violated
// violation: AssertionError at searched:@searched
import java.util.Arrays;

class ArraysTools {
    static void copied(int a, int b) {
        int[] array = {a, b, a};
        int[] part = Arrays.copyOfRange(array, 1, 5);
        assert part.length == 4 && part[0] == b && part[1] == a && part[3] == 0;
        assert Arrays.equals(array, new int[] {a, b, a});
        assert Arrays.hashCode(array) == Arrays.asList(a, b, a).hashCode();
    }

    static void searched(int a, int b) {
        int[] array = {a, b};
        assert Arrays.binarySearch(array, b) >= 0; // @searched
    }
}
