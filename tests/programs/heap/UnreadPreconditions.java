// What a precondition says of parts of the input that the method has not read: it is asked when the path ends.
// run: tooLong
// args: --method UnreadPreconditions.first --requires UnreadPreconditions.isLong --depth 3
// verdict: inconclusive
// reason: no input that was tried satisfies the precondition
// run: longEnough
// args: --method UnreadPreconditions.first --requires UnreadPreconditions.isLong --depth 5
// verdict: violated
// violation: AssertionError at first:@first
// run: present
// args: --method UnreadPreconditions.second --requires UnreadPreconditions.isLong --depth 6
// verdict: proved
// run: impossible
// args: --method UnreadPreconditions.first --requires UnreadPreconditions.isImpossible --depth 3
// verdict: inconclusive
// reason: no input that was tried satisfies the precondition
// run: impossibleElsewhere
// args: --method UnreadPreconditions.never --requires UnreadPreconditions.isImpossible --depth 2
// verdict: inconclusive
// reason: no input that was tried satisfies the precondition
// run: last
// args: --method UnreadPreconditions.first --requires UnreadPreconditions.endsInSeven --depth 3
// verdict: violated
// violation: AssertionError at first:@first
// run: both
// args: --method UnreadPreconditions.below --requires UnreadPreconditions.endsInSeven --requires UnreadPreconditions.ascends --depth 3
// verdict: bounded
// run: overwritten
// args: --method UnreadPreconditions.overwrites --requires UnreadPreconditions.ascends --depth 3
// verdict: violated
// violation: AssertionError at overwrites:@overwritten
// run: hidden
// args: --method UnreadPreconditions.hides --requires UnreadPreconditions.endsInSeven --depth 3 --heap lazy
// verdict: proved
// run: thrown
// args: --method UnreadPreconditions.first --requires UnreadPreconditions.mayThrow --depth 3
// verdict: violated
// violation: AssertionError at first:@first
// run: reversed
// args: --method UnreadPreconditions.reverses --requires UnreadPreconditions.ascends --depth 3
// verdict: bounded
class UnreadPreconditions {
    int elem;
    UnreadPreconditions next;

    static boolean isLong(UnreadPreconditions list) {
        UnreadPreconditions node = list;
        for (int length = 0; length < 5; length++) {
            if (node == null) {
                return false;
            }
            node = node.next;
        }
        return node == null;
    }

    static boolean isImpossible(UnreadPreconditions list) {
        if (list == null) {
            return false;
        }
        UnreadPreconditions node = list;
        for (int i = 0; i < 10 && node.next != null; i++) {
            node = node.next;
        }
        return node.next == null && node.elem == node.elem + 1;
    }

    static boolean endsInSeven(UnreadPreconditions list) {
        if (list == null) {
            return false;
        }
        UnreadPreconditions node = list;
        for (int i = 0; i < 10 && node.next != null; i++) {
            node = node.next;
        }
        return node.next == null && node.elem == 7;
    }

    static boolean ascends(UnreadPreconditions list) {
        for (UnreadPreconditions node = list; node != null && node.next != null; node = node.next) {
            if (node.elem >= node.next.elem) {
                return false;
            }
        }
        return true;
    }

    /** An input for which a precondition throws does not satisfy it. */
    static boolean mayThrow(UnreadPreconditions list) {
        return list.next.elem != 2;
    }

    /** Fails for every list that has a first node which is not three. */
    static void first(UnreadPreconditions list) {
        if (list != null) {
            assert list.elem == 3; // @first
        }
    }

    static int second(UnreadPreconditions list) {
        return list.next.elem;
    }

    static void never(UnreadPreconditions list) {
        assert list == null || list.elem != list.elem + 1;
    }

    /** All of an ascending list that ends in seven is at most seven. */
    static void below(UnreadPreconditions list) {
        assert list.elem <= 7;
    }

    /** What is asked is what the list was at first. */
    static void overwrites(UnreadPreconditions list) {
        if (list != null) {
            list.elem = 100;
            if (list.next != null) {
                assert list.next.elem > 100; // @overwritten
            }
        }
    }

    /** The list that is asked about has its end still, though nobody can reach it any more. */
    static void hides(UnreadPreconditions list) {
        UnreadPreconditions rest = list.next;
        list.next = null;
        if (rest == null) {
            assert list.elem == 7;
        }
    }

    static void reverses(UnreadPreconditions list) {
        UnreadPreconditions done = null;
        UnreadPreconditions left = list;
        while (left != null) {
            UnreadPreconditions after = left.next;
            assert done == null || done.elem < left.elem;
            left.next = done;
            done = left;
            left = after;
        }
    }
}
