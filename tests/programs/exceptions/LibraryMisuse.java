// What the library throws because it was used wrongly is a violation, at the program's frame that called it.
// run: string
// args: --method LibraryMisuse.isYes
// verdict: violated
// violation: StringIndexOutOfBoundsException at isYes:@short
// run: list
// args: --method LibraryMisuse.first
// verdict: violated
// violation: IndexOutOfBoundsException at first:@first
// run: optional
// args: --method LibraryMisuse.present
// verdict: violated
// violation: NoSuchElementException at present:@present
// run: iterator
// args: --method LibraryMisuse.second
// verdict: violated
// violation: NoSuchElementException at second:@second
// run: unmodifiable
// args: --method LibraryMisuse.grow
// verdict: violated
// violation: UnsupportedOperationException at grow:@grow
// run: while-iterating
// args: --method LibraryMisuse.shrink
// verdict: violated
// violation: ConcurrentModificationException at shrink:@next
// run: removed-twice
// args: --method LibraryMisuse.removeTwice
// verdict: violated
// violation: IllegalStateException at removeTwice:@twice
// run: stack
// args: --method LibraryMisuse.top
// verdict: violated
// violation: EmptyStackException at top:@top
// run: comparator
// args: --method LibraryMisuse.sort
// verdict: violated
// violation: ClassCastException at sort:@sort
// run: copy
// args: --method LibraryMisuse.copy
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at copy:@copy
// run: null-element
// args: --method LibraryMisuse.wrapped
// verdict: violated
// violation: NullPointerException at wrapped:@wrapped
// run: by-zero
// args: --method LibraryMisuse.divide
// verdict: violated
// violation: ArithmeticException at divide:@divide
// run: callback
// args: --method LibraryMisuse.inCallback
// verdict: violated
// violation: StringIndexOutOfBoundsException at firstOf:@of
// run: own-subclass
// args: --method LibraryMisuse.ownList
// verdict: violated
// violation: UnsupportedOperationException at ownList:@own
// run: initializer
// args: --method LibraryMisuse.initialize
// verdict: violated
// violation: ExceptionInInitializerError at initialize:@initialize
// run: jvm
// args: --method LibraryMisuse.isYes --method LibraryMisuse.first --method LibraryMisuse.grow --report jvm
// verdict: proved
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Stack;

class LibraryMisuse {
    static boolean isYes(int length) {
        String text = "ye".substring(Math.min(2, Math.max(0, length)));
        return text.charAt(0) == 'y'; // @short
    }

    static int first(boolean filled) {
        List<Integer> list = new ArrayList<>();
        if (filled) {
            list.add(1);
        }
        return list.get(0); // @first
    }

    static int present(boolean empty) {
        Optional<Integer> number = empty ? Optional.empty() : Optional.of(1);
        return number.get(); // @present
    }

    static int second(boolean two) {
        Iterator<Integer> all = (two ? List.of(1, 2) : List.of(1)).iterator();
        all.next();
        return all.next(); // @second
    }

    static void grow(int x) {
        List.of().add(null); // @grow
    }

    static void shrink(boolean remove) {
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3));
        for (Integer number : list) { // @next
            if (remove) {
                list.remove(number);
            }
        }
    }

    static void removeTwice(boolean twice) {
        Iterator<Integer> all = new ArrayList<>(Arrays.asList(1, 2)).iterator();
        all.next();
        all.remove();
        if (twice) {
            all.remove(); // @twice
        }
    }

    static int top(boolean filled) {
        Stack<Integer> stack = new Stack<>();
        if (filled) {
            stack.push(1);
        }
        return stack.peek(); // @top
    }

    static void sort(boolean mixed) {
        Object[] all = {1, mixed ? "two" : (Object) 2};
        Arrays.sort(all); // @sort
    }

    static void copy(int from) {
        if (from >= 0 && from < 3) {
            System.arraycopy(new int[3], from, new int[3], 0, 2); // @copy
        }
    }

    static List<String> wrapped(boolean absent) {
        return List.of(absent ? null : "x"); // @wrapped
    }

    static BigInteger divide(boolean zero) {
        return BigInteger.TEN.divide(zero ? BigInteger.ZERO : BigInteger.ONE); // @divide
    }

    static char firstOf(String text) {
        return text.charAt(0); // @of
    }

    static void inCallback(boolean empty) {
        List.of("a", empty ? "" : "b").forEach(LibraryMisuse::firstOf);
    }

    static final class Ones extends AbstractList<Integer> {
        @Override
        public Integer get(int index) {
            return 1;
        }

        @Override
        public int size() {
            return 3;
        }
    }

    static void ownList(int x) {
        new Ones().set(0, x); // @own
    }

    static final class Broken {
        static final char FIRST = "".charAt(0);
    }

    static char initialize() {
        return Broken.FIRST; // @initialize
    }
}
