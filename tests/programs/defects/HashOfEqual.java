// Equal without regard to case, but hashed with it: a set does not find what is in it.
// run: defect
// args: --method HashOfEqualDefect.setFinds
// verdict: violated
// violation: AssertionError at setFinds:@found
// run: fixed
// args: --method HashOfEqualFixed.setFinds
// verdict: proved
import java.util.HashSet;
import java.util.Set;

class HashOfEqualDefect {
    static final class Header {
        private final char letter;

        Header(char letter) {
            this.letter = letter;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Header header && (header.letter | 32) == (letter | 32);
        }

        @Override
        public int hashCode() {
            return letter;
        }
    }

    static void setFinds(char one, char two) {
        Header first = new Header(one);
        Header second = new Header(two);
        Set<Header> seen = new HashSet<>();
        seen.add(first);
        assert !first.equals(second) || seen.contains(second); // @found
    }
}

class HashOfEqualFixed {
    static final class Header {
        private final char letter;

        Header(char letter) {
            this.letter = letter;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Header header && (header.letter | 32) == (letter | 32);
        }

        @Override
        public int hashCode() {
            return letter | 32;
        }
    }

    static void setFinds(char one, char two) {
        Header first = new Header(one);
        Header second = new Header(two);
        Set<Header> seen = new HashSet<>();
        seen.add(first);
        assert !first.equals(second) || seen.contains(second);
    }
}
