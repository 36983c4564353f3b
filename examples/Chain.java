/** A linked list whose `remove` takes out one element too few. */
public class Chain {
    Link first;

    static class Link {
        Link next;
        int value;
    }

    void push(int v) {
        Link link = new Link();
        link.value = v;
        link.next = first;
        first = link;
    }

    /** Takes out what equals v, or so it says. */
    void remove(int v) {
        if (first != null && first.value == v) {
            first = first.next;
            return;
        }
        for (Link link = first; link != null && link.next != null; link = link.next) {
            if (link.next.value == v) {
                link.next = link.next.next;
            }
        }
    }
}
