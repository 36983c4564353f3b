// What a precondition says of parts of the input that the method has not read is asked when the path ends.
// run: find
// args: --method LazyPreconditions.find --requires LazyPreconditions.acyclic --match abstract --heap lazy
// verdict: proved
// run: lazier
// args: --method LazyPreconditions.find --requires LazyPreconditions.acyclic --match abstract --heap lazier
// verdict: proved
// run: sharp
// args: --method LazyPreconditions.find --requires LazyPreconditions.acyclic --match abstract --heap lazier-sharp
// verdict: proved
// run: parallel
// args: --method LazyPreconditions.find --requires LazyPreconditions.acyclic --match abstract --heap lazy --jobs 2
// verdict: proved
// run: longer
// args: --method LazyPreconditions.second --requires LazyPreconditions.isLong --match abstract --heap lazy --depth 2
// verdict: inconclusive
// reason: no input that was tried satisfies the precondition
// run: deepEnough
// args: --method LazyPreconditions.second --requires LazyPreconditions.isLong --match abstract --heap lazy --depth 6
// verdict: proved
// run: longFirst
// args: --method LazyPreconditions.first --requires LazyPreconditions.isLong --match abstract --heap lazy --depth 5
// verdict: violated
// violation: AssertionError at first:@first
// run: tooLong
// args: --method LazyPreconditions.first --requires LazyPreconditions.isLong --match abstract --heap lazy --depth 3
// verdict: inconclusive
// reason: no input that was tried satisfies the precondition
// run: impossible
// args: --method LazyPreconditions.first --requires LazyPreconditions.isImpossible --match abstract --heap lazy --depth 3
// verdict: inconclusive
// reason: no input that was tried satisfies the precondition
// run: last
// args: --method LazyPreconditions.first --requires LazyPreconditions.endsInSeven --match abstract --heap lazy --depth 3
// verdict: violated
// violation: AssertionError at first:@first
// run: both
// args: --method LazyPreconditions.first --requires LazyPreconditions.endsInSeven --requires LazyPreconditions.ascends --match abstract --heap lazy --depth 3
// verdict: violated
// violation: AssertionError at first:@first
// run: neither
// args: --method LazyPreconditions.below --requires LazyPreconditions.endsInSeven --requires LazyPreconditions.ascends --match abstract --heap lazy --depth 3
// verdict: bounded
class LazyPreconditions {
    int elem;
    LazyPreconditions next;

    static boolean acyclic(LazyPreconditions list) {
        LazyPreconditions slow = list;
        LazyPreconditions fast = list;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return true;
    }

    static boolean isLong(LazyPreconditions list) {
        LazyPreconditions node = list;
        for (int length = 0; length < 5; length++) {
            if (node == null) {
                return false;
            }
            node = node.next;
        }
        return node == null;
    }

    static boolean isImpossible(LazyPreconditions list) {
        if (list == null) {
            return false;
        }
        LazyPreconditions node = list;
        for (int i = 0; i < 10 && node.next != null; i++) {
            node = node.next;
        }
        return node.next == null && node.elem == node.elem + 1;
    }

    static boolean endsInSeven(LazyPreconditions list) {
        if (list == null) {
            return false;
        }
        LazyPreconditions node = list;
        for (int i = 0; i < 10 && node.next != null; i++) {
            node = node.next;
        }
        return node.next == null && node.elem == 7;
    }

    static boolean ascends(LazyPreconditions list) {
        for (LazyPreconditions node = list; node != null && node.next != null; node = node.next) {
            if (node.elem >= node.next.elem) {
                return false;
            }
        }
        return true;
    }

    static LazyPreconditions find(LazyPreconditions list) {
        LazyPreconditions node = list;
        while (node != null) {
            if (node.elem > 5) {
                return node;
            }
            node = node.next;
        }
        return null;
    }

    /** Fails for every list that is long enough to have a first node that is not three. */
    static void first(LazyPreconditions list) {
        if (list != null) {
            assert list.elem == 3; // @first
        }
    }

    static int second(LazyPreconditions list) {
        return list.next.elem;
    }

    /** All of an ascending list that ends in seven is at most seven. */
    static void below(LazyPreconditions list) {
        assert list.elem <= 7;
    }
}
