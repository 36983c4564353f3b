// Inner objects know their outer object.
// run: outer
// args: --method InnerClasses.outer
// verdict: proved
// run: confused
// args: --method InnerClasses.confused
// verdict: violated
// violation: AssertionError at confused:@confused
class InnerClasses {
    int count;

    class Ticket {
        int count = 100;

        int take() {
            InnerClasses.this.count++;
            return ++count;
        }
    }

    static void outer(int x) {
        InnerClasses office = new InnerClasses();
        office.count = x;
        Ticket first = office.new Ticket();
        Ticket second = office.new Ticket();
        assert first.take() == 101 && second.take() == 101 && first.take() == 102;
        assert office.count == x + 3;
    }

    static void confused(int x) {
        InnerClasses office = new InnerClasses();
        Ticket ticket = office.new Ticket();
        ticket.count = x;
        ticket.take();
        assert office.count != ticket.count; // @confused
    }
}
