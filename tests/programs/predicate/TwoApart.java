// Two objects that are not the same: a loop over one leaves the other alone.
// args: --method TwoApart.count
// verdict: proved
class TwoApart {
    int value;

    static void count(TwoApart here, TwoApart there, int times) {
        if (here == null || there == null || here == there) {
            return;
        }
        there.value = 7;
        here.value = 0;
        while (here.value < times) {
            here.value++;
        }
        assert there.value == 7;
        assert here.value >= 0;
    }
}
