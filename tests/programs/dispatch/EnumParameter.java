// A parameter of an enum type is null or one of the constants, never a new object.
// run: constants
// args: --method EnumParameter.constants
// verdict: proved
// run: switch
// args: --method EnumParameter.weight
// verdict: violated
// violation: NullPointerException at weight:@switch
enum Metal {
    IRON(7), GOLD(19);

    final int density;

    Metal(int density) {
        this.density = density;
    }
}

class EnumParameter {
    static void constants(Metal metal) {
        if (metal != null) {
            assert metal == Metal.IRON || metal == Metal.GOLD;
            assert metal.density == 7 || metal.density == 19;
        }
    }

    static int weight(Metal metal) {
        switch (metal) { // @switch
            case IRON: return 7;
            case GOLD: return 19;
            default: return 0;
        }
    }
}
