// A bound on the number of objects cuts long lists, not short bugs.
// run: bounded
// args: --method ObjectBound.count --objects 2 --unwind 6
// verdict: bounded
// run: short
// args: --method ObjectBound.second --objects 2
// verdict: violated
// violation: AssertionError at second:@second
class ObjectBound {
    ObjectBound next;
    int value;

    static void count(ObjectBound list) {
        int count = 0;
        while (list != null) {
            count++;
            list = list.next;
        }
        assert count >= 0;
    }

    static void second(ObjectBound list) {
        if (list != null && list.next != null && list.next != list) {
            list.value = 1;
            assert list.next.value != 77; // @second
        }
    }
}
