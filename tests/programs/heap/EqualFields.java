// Equal fields do not make two objects one.
// args: --method EqualFields.check
// verdict: violated
// violation: AssertionError at check:@check
class Pair {
    int x;
    int y;
}

class EqualFields {
    static void check(Pair a, Pair b) {
        if (a != null && b != null && a.x == b.x && a.y == b.y) {
            assert a == b; // @check
        }
    }
}
