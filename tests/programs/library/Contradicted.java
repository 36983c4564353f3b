// A method that the library always refuses would be proved for want of anything to look at, so a JVM is asked about the refusal.
// The JVM of a replay has a property that others do not have: here it does otherwise.
// run: contradicted
// args: --method Contradicted.contradicted
// verdict: inconclusive
// reason: NumberFormatException was predicted, but the JVM does something else
// run: refused
// args: --method Contradicted.refused
// verdict: proved
// run: sometimes
// args: --method Contradicted.sometimes
// verdict: proved
public class Contradicted {
    static int contradicted() {
        return Integer.parseInt(System.getProperty("lazuli.script") == null ? "none" : "1");
    }

    static int refused(int x) {
        return Integer.parseInt(x > 3 ? "many" : "few");
    }

    static int sometimes(int x) {
        return Integer.parseInt(x > 3 ? "many" : "1");
    }
}
