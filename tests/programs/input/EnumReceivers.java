// A method of an enum is called on its constants: those that do not have another method in its place.
// run: some
// args: --method EnumReceivers$Coin.isSmall
// verdict: violated
// violation: AssertionError at isSmall:@small
// run: own
// args: --method EnumReceivers$Coin.worth
// verdict: proved
// run: untouched
// args: --method EnumReceivers$Coin.untouched
// verdict: violated
// violation: AssertionError at untouched:@untouched
// run: inherited
// args: --method EnumReceivers$Named.label
// verdict: violated
// violation: AssertionError at label:@label
// run: named
// args: --method EnumReceivers.named --string-length 8
// verdict: bounded
// run: values
// args: --method EnumReceivers$Coin.values
// verdict: proved
class EnumReceivers {
    static void named(String text) {
        if (text != null) {
            try {
                assert Coin.valueOf(text).name().equals(text);
            } catch (IllegalArgumentException unknown) {
                assert !text.equals("TEN");
            }
        }
    }

    interface Named {
        String name();

        default int label(int x) {
            assert x != 3 || !name().equals("FIVE"); // @label
            return x;
        }
    }

    enum Coin implements Named {
        ONE, FIVE, TEN {
            @Override
            int worth() {
                return 10;
            }
        };

        int worth() {
            assert this != TEN;
            return this == ONE ? 1 : 5;
        }

        boolean isSmall(int limit) {
            assert this != FIVE || limit > 2; // @small
            return true;
        }

        void untouched(boolean flag) {
            assert flag; // @untouched
        }
    }
}
