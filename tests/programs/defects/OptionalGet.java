// Taking what a search did not find.
// run: defect
// args: --method OptionalGetDefect.firstNegative
// verdict: violated
// violation: NoSuchElementException at firstNegative:@get
// run: fixed
// args: --method OptionalGetFixed.firstNegative
// verdict: proved
import java.util.Arrays;
import java.util.Optional;

class OptionalGetDefect {
    static Optional<Integer> search(int[] values) {
        return Arrays.stream(values).boxed().filter(value -> value < 0).findFirst();
    }

    static int firstNegative(int a, int b) {
        return search(new int[] {a, b}).get(); // @get
    }
}

class OptionalGetFixed {
    static Optional<Integer> search(int[] values) {
        return Arrays.stream(values).boxed().filter(value -> value < 0).findFirst();
    }

    static int firstNegative(int a, int b) {
        return search(new int[] {a, b}).orElse(0);
    }
}
