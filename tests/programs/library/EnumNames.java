// valueOf and values; a name that is none is refused.
// run: ordinals
// args: --method EnumNames.ordinals
// verdict: proved
// run: parsed
// args: --method EnumNames.parsed
// verdict: violated
// violation: AssertionError at parsed:@parsed
class EnumNames {
    enum Level {
        LOW, HIGH
    }

    static void ordinals(Level level) {
        if (level != null) {
            assert Level.values()[level.ordinal()] == level;
            assert Level.valueOf(level.name()) == level;
            assert level.compareTo(Level.LOW) >= 0;
        }
    }

    static void parsed(boolean flag) {
        String name = flag ? "HIGH" : "NONE";
        try {
            Level.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new AssertionError(name); // @parsed
        }
    }
}
