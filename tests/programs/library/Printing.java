// Output goes through the library's real code.
// run: prints
// args: --method Printing.prints
// verdict: proved
// run: fails
// args: --method Printing.fails
// verdict: violated
// violation: AssertionError at fails:@after
class Printing {
    static void prints() {
        System.out.println("text");
        System.out.println(42);
        System.out.println(1.5);
        System.out.println((Object) null);
        System.out.print('c');
        System.out.println();
    }

    static void fails(int x) {
        System.out.println("before");
        assert x != 3; // @after
    }
}
