// An Optional is empty or holds something: there is nothing more to it, so that it can be proved.
// run: checked
// args: --method OptionalInput.checked
// verdict: proved
// run: unchecked
// args: --method OptionalInput.unchecked
// verdict: violated
// violation: AssertionError at unchecked:@empty
// run: mapped
// args: --method OptionalInput.mapped
// verdict: violated
// violation: AssertionError at mapped:@mapped
// run: number
// args: --method OptionalInput.number
// verdict: violated
// violation: ArithmeticException at number:@number
// run: decimal
// args: --method OptionalInput.decimal
// verdict: proved
// run: empty
// args: --method OptionalInput.empty
// verdict: proved
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

class OptionalInput {
    static int checked(Optional<Integer> number) {
        if (number == null) {
            return 0;
        }
        return number.isPresent() ? number.get() : number.orElse(1);
    }

    static int unchecked(Optional<Integer> number) {
        try {
            return number == null ? 0 : number.get();
        } catch (NoSuchElementException e) {
            throw new AssertionError("empty"); // @empty
        }
    }

    static void mapped(Optional<Integer> number) {
        if (number != null) {
            assert number.map(n -> n + 1).filter(n -> n < 0).isEmpty(); // @mapped
        }
    }

    static int number(OptionalInt number) {
        return number == null ? 0 : 10 / number.orElse(1); // @number
    }

    static void decimal(OptionalDouble number, OptionalLong other) {
        if (number != null && other != null && number.isPresent() && other.isPresent()) {
            assert number.getAsDouble() == number.orElse(1) || Double.isNaN(number.getAsDouble());
            assert other.getAsLong() == other.orElseThrow();
        }
    }

    static void empty(Optional<Integer> number) {
        if (number != null && number.isEmpty()) {
            assert number.equals(Optional.empty()) && number == Optional.<Integer>empty();
        }
    }
}
