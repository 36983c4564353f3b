// One list may be passed for parameters of different types, if a caller can have such a list. Its elements fit both.
// run: extends
// args: --method Wildcards.bounded
// verdict: violated
// violation: AssertionError at bounded:@bounded
// run: any
// args: --method Wildcards.any
// verdict: violated
// violation: AssertionError at any:@any
// run: super
// args: --method Wildcards.above
// verdict: violated
// violation: AssertionError at above:@above
// run: variable
// args: --method Wildcards.variable
// verdict: violated
// violation: AssertionError at variable:@variable
// run: raw
// args: --method Wildcards.raw
// verdict: violated
// violation: AssertionError at raw:@raw
// run: nested
// args: --method Wildcards.nested --depth 2
// verdict: violated
// violation: AssertionError at nested:@nested
// run: values
// args: --method Wildcards.values
// verdict: violated
// violation: AssertionError at values:@values
// run: outside
// args: --method Wildcards.outside
// verdict: bounded
// run: unrelated
// args: --method Wildcards.unrelated
// verdict: bounded
// run: exact
// args: --method Wildcards.exact --depth 2
// verdict: bounded
// run: below
// args: --method Wildcards.below
// verdict: bounded
// run: final
// args: --method Wildcards.ofFinal
// verdict: bounded
// run: elements
// args: --method Wildcards.elements
// verdict: bounded
// run: looked
// args: --method Wildcards.lookedAt
// verdict: bounded
// run: chosen
// args: --method Wildcards.chosen
// verdict: bounded
// run: inner
// args: --method Wildcards.inner --depth 2
// verdict: bounded
// run: own
// args: --method Wildcards.own
// verdict: bounded
import java.util.Collection;
import java.util.List;
import java.util.Map;

class Wildcards {
    static void bounded(List<? extends Number> a, List<Integer> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(1);
        assert a.size() == size; // @bounded
    }

    static void any(List<?> a, List<String> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add("");
        assert a.size() == size; // @any
    }

    static void above(Collection<? super Integer> a, List<Number> b) {
        if (a == null || b == null) {
            return;
        }
        int size = b.size();
        a.add(1);
        assert b.size() == size; // @above
    }

    static <T extends Number> void variable(List<T> a, List<Integer> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(1);
        assert a.size() == size; // @variable
    }

    @SuppressWarnings("rawtypes")
    static void raw(List a, List<Integer> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(1);
        assert a.size() == size; // @raw
    }

    static void nested(List<? extends List<? extends Number>> a, List<List<Integer>> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(null);
        assert a.size() == size; // @nested
    }

    static void values(Map<String, ?> a, Map<String, Integer> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.put("another", 1);
        assert a.size() == size; // @values
    }

    // No caller has a list of these types.
    static void outside(List<? extends Number> a, List<String> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add("");
        assert a.size() == size;
    }

    static void unrelated(List<Number> a, List<Integer> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(1);
        assert a.size() == size;
    }

    static void exact(List<List<?>> a, List<List<Integer>> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(null);
        assert a.size() == size;
    }

    static void below(List<? super Integer> a, List<Short> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(null);
        assert a.size() == size;
    }

    static void ofFinal(List<? extends Runnable> a, List<? extends String> b) {
        if (a == null || b == null) {
            return;
        }
        int size = a.size();
        b.add(null);
        assert a.size() == size;
    }

    // What both refer to holds what the narrower type says.
    static int elements(List<?> a, List<Integer> b) {
        int size = a == null ? 0 : a.size();
        if (b == null || b.isEmpty() || b.get(0) == null) {
            return size;
        }
        return b.get(0);
    }

    static int lookedAt(List<?> a, List<String> b) {
        if (a == null || a.isEmpty() || b == null || b.isEmpty()) {
            return 0;
        }
        boolean isText = a.get(0) instanceof String;
        if (a == b) {
            assert isText || a.get(0) == null;
        }
        return b.get(0) == null ? 0 : b.get(0).length();
    }

    static <T> int chosen(List<T> a, T x, List<String> b) {
        if (a == null || b == null) {
            return 0;
        }
        a.add(x);
        String last = b.isEmpty() ? null : b.get(b.size() - 1);
        return last == null ? 0 : last.length();
    }

    static int inner(List<? extends List<?>> a, List<List<String>> b) {
        if (a == null || a.isEmpty() || a.get(0) == null || b == null || b.isEmpty()) {
            return 0;
        }
        int size = a.get(0).size();
        List<String> first = b.get(0);
        return first == null || first.isEmpty() || first.get(0) == null ? size : first.get(0).length();
    }

    static final class Words extends java.util.AbstractList<String> implements List<String> {
        public String get(int index) {
            return "word";
        }

        public int size() {
            return 1;
        }
    }

    static final class Numbers implements Iterable<Integer> {
        public java.util.Iterator<Integer> iterator() {
            return null;
        }
    }

    static void own(Numbers a, Iterable<String> b) {
        if (a != null && b != null) {
            assert a.iterator() == null;
            assert (Object) a != (Object) b;
        }
    }
}
