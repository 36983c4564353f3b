// A list from a factory takes no further elements.
// run: defect
// args: --method ImmutableAddDefect.withDefault
// verdict: violated
// violation: UnsupportedOperationException at withDefault:@add
// run: fixed
// args: --method ImmutableAddFixed.withDefault
// verdict: proved
import java.util.ArrayList;
import java.util.List;

class ImmutableAddDefect {
    static List<String> options(boolean verbose) {
        return verbose ? new ArrayList<>(List.of("-v")) : List.of();
    }

    static int withDefault(boolean verbose, String option) {
        List<String> all = options(verbose);
        all.add(option == null ? "--help" : option); // @add
        return all.size();
    }
}

class ImmutableAddFixed {
    static List<String> options(boolean verbose) {
        return verbose ? List.of("-v") : List.of();
    }

    static int withDefault(boolean verbose, String option) {
        List<String> all = new ArrayList<>(options(verbose));
        all.add(option == null ? "--help" : option);
        return all.size();
    }
}
