// Variable arguments: none, several, an array, and null.
// run: counted
// args: --method VariableArguments.counted
// verdict: proved
// run: nothing
// args: --method VariableArguments.nothing
// verdict: violated
// violation: NullPointerException at sum:@nothing
class VariableArguments {
    static int sum(int... values) {
        int sum = 0;
        for (int value : values) { // @nothing
            sum += value;
        }
        return sum;
    }

    static String chosen(int value) {
        return "one";
    }

    static String chosen(Object... values) {
        return "many";
    }

    static void counted(int a, int b) {
        assert sum() == 0 && sum(a) == a && sum(a, b) == a + b && sum(new int[] {a, b, a}) == a + b + a;
        assert chosen(a).equals("one") && chosen(a, b).equals("many") && chosen((Object) null).equals("many");
    }

    static void nothing(boolean none) {
        int[] values = none ? null : new int[1];
        sum(values);
    }
}
