/** Objects that refer to each other in every way there is: a method that looks three references deep, called in a loop that writes. */
public class Links {
    int f;
    Links next;

    Links(int f, int next) {
        this.f = f;
    }

    static int absolute(int x) {
        if (x >= 0) return x;
        return -x;
    }

    static int q(Links x, Links y) {
        if (x != null) {
            if (x.next != null && x.next.next != null && x.next.next.f != 0) return absolute(x.next.next.f);
            return 1;
        } else if (y != null && y.next != null && y.next.f != 0) {
            return absolute(y.next.f);
        }
        return 2;
    }

    static void m(Links x, Links y, Links z) {
        Links[] links = {x, y, z};
        for (int i = 0; i < links.length; i++) {
            if (links[i] != null) links[i].f = q(links[i], y);
            else links[i] = new Links(0, 0);
        }
    }
}
