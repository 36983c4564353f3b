// What a branch tells of one predicate tells something of another; on the other side it does not.
// args: --method BranchKnows.refine
// verdict: proved
class BranchKnows {
    static void refine(int a) {
        boolean isBelowOne;
        if (a < 0) {
            isBelowOne = true;
            assert a < 1;
        } else {
            isBelowOne = a < 1;
            assert !isBelowOne || a == 0;
        }
        assert isBelowOne == (a < 1);
    }
}
