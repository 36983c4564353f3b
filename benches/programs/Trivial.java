/** What start-up is measured with: nothing to do but to load, link and run a method. */
public class Trivial {
    static int next(int x) {
        return x + 1;
    }
}
