// An enum whose initialiser cannot be run costs those who may be one of its constants, and ask; nobody else.
// run: other
// args: --method UnlistedEnum.divide
// verdict: violated
// violation: ArithmeticException at divide:@division
// run: unasked
// args: --method UnlistedEnum.isThere
// verdict: proved
// run: asked
// args: --method UnlistedEnum.isHost
// verdict: inconclusive
// reason: the constants of UnlistedEnum$Host, whose initialiser needs
// run: constant
// args: --method UnlistedEnum.compare
// verdict: inconclusive
// reason: the constants of UnlistedEnum$Host, whose initialiser needs
class UnlistedEnum {
    enum Host {
        SELF;

        final long number = ProcessHandle.current().pid();
    }

    static int divide(Object any, int by) {
        return any == null ? 0 : 10 / by; // @division
    }

    static boolean isThere(Object any) {
        return any != null;
    }

    static boolean isHost(Object any) {
        return any instanceof Host;
    }

    static int compare(Host host) {
        return host == null ? 0 : 1;
    }
}
