// Optional.map, flatMap, orElseGet and or.
// run: chained
// args: --method OptionalChain.chained
// verdict: proved
// run: present
// args: --method OptionalChain.present
// verdict: violated
// violation: AssertionError at present:@present
import java.util.Optional;

class OptionalChain {
    static void chained(Integer x) {
        int y = Optional.ofNullable(x).map(n -> n / 2).filter(n -> n > 3).orElseGet(() -> -1);
        assert y == -1 || y > 3;
    }

    static void present(Integer x) {
        assert Optional.ofNullable(x).flatMap(n -> n > 10 ? Optional.of(n) : Optional.empty()).isEmpty(); // @present
    }
}
