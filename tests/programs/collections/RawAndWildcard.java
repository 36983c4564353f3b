// Without a type argument an element may be anything; with a wildcard it is what the bound says.
// run: raw
// args: --method RawAndWildcard.raw --collection-size 1
// verdict: violated
// violation: ClassCastException at raw:@cast
// run: bound
// args: --method RawAndWildcard.bound --collection-size 1
// verdict: bounded
// run: variable
// args: --method RawAndWildcard.variable --collection-size 1
// verdict: bounded
import java.util.List;

class RawAndWildcard {
    static class Animal {
        int legs;
    }

    static class Dog extends Animal {
    }

    @SuppressWarnings("rawtypes")
    static int raw(List xs) {
        if (xs == null || xs.isEmpty() || xs.get(0) == null) {
            return 0;
        }
        return ((Animal) xs.get(0)).legs; // @cast
    }

    static int bound(List<? extends Animal> xs) {
        if (xs == null || xs.isEmpty() || xs.get(0) == null) {
            return 0;
        }
        return xs.get(0).legs;
    }

    static <T extends Animal> int variable(List<T> xs) {
        if (xs == null || xs.isEmpty() || xs.get(0) == null) {
            return 0;
        }
        T first = xs.get(0);
        return first.legs;
    }
}
