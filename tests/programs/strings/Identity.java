// Literals are interned; strings made at run time are their own objects.
// run: interned
// args: --method Identity.interned
// verdict: proved
// run: made
// args: --method Identity.made
// verdict: violated
// violation: AssertionError at made:@made
class Identity {
    static final String FULL = "lazuli";

    static String half() {
        return "lazu";
    }

    static void interned() {
        assert FULL == "lazuli";
        assert FULL == "lazu" + "li";
        String made = half() + "li";
        assert made != FULL && made.equals(FULL);
        assert made.intern() == FULL;
        assert new String("lazuli") != FULL;
    }

    static void made() {
        assert half() + "li" == FULL; // @made
    }
}
