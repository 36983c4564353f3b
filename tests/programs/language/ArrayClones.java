// clone of an array is shallow, and of the same type.
// run: copied
// args: --method ArrayClones.copied
// verdict: proved
// run: shallow
// args: --method ArrayClones.shallow
// verdict: violated
// violation: AssertionError at shallow:@shallow
class ArrayClones {
    static void copied(int a, int b) {
        int[] array = {a, b};
        int[] copy = array.clone();
        copy[0]++;
        assert array[0] == a && copy[1] == b && copy != array;
    }

    static void shallow(int a) {
        int[][] array = {{a}, {0}};
        int[][] copy = array.clone();
        copy[0][0] = 5;
        assert array[0][0] == a; // @shallow
    }
}
