// Elements and fields of the input may be an object of the input, never one that the program made.
// run: element
// args: --method MadeOrGiven.element
// verdict: violated
// violation: AssertionError at element:@given
// run: field
// args: --method MadeOrGiven.field
// verdict: violated
// violation: AssertionError at field:@held
// run: made
// args: --method MadeOrGiven.made
// verdict: proved
class MadeOrGiven {
    static class Thing {
    }

    static class Holder {
        Thing thing;
    }

    static class Box extends Holder {
    }

    static void element(Thing given, Thing[] all, boolean make, int z) {
        Thing thing = new Thing();
        if (given == null || all == null || all.length < 1) {
            return;
        }
        if (!make) {
            if (z > 5 || z < 3) {
                return;
            }
            thing = given;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert all[0] != thing; // @given
    }

    static void field(Thing given, Holder holder, boolean make, int z) {
        Thing thing = new Thing();
        if (given == null || holder == null) {
            return;
        }
        if (!make) {
            if (z > 5 || z < 3) {
                return;
            }
            thing = given;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert holder.thing != thing; // @held
    }

    static void made(Thing given, Thing[] all, boolean make, int z) {
        Thing thing = new Thing();
        if (given == null || all == null || all.length < 1) {
            return;
        }
        if (!make) {
            if (z > 5 || z < 3) {
                return;
            }
            thing = new Thing();
        }
        for (int k = 0; k < 2; k++) {
        }
        assert all[0] != thing;
    }
}
