public class Init {
    static StringBuilder log = new StringBuilder();
    static int say(String s) { log.append(s).append(' '); return s.length(); }
    static class P { static int a = say("P"); int f = say("Pf"); { say("Pi"); } P() { say("P()"); v(); } void v() { say("Pv"); } }
    static class C extends P { static int b = say("C"); int g = 7; C() { super(); say("C()" + g); } @Override void v() { say("Cv" + g); } }
    interface K { int X = say("K"); int Y = 5; default void d() {} }
    interface L { int Z = say("L"); }
    static class M implements K, L { static { say("M"); } }
    static class Lazy { static { say("Lazy"); } static final int CONST = 3; static final Integer BOXED = 4; static int f() { return 1; } }
    static class X1 { static int v = X2.v + 1; } static class X2 { static int v = X1.v + 1; }
    public static void main(String[] args) {
        new C(); say("|"); new C(); say("|"); int y = M.Y; say("y"); new M(); say("|"); int c = Lazy.CONST; say("c"); Integer b = Lazy.BOXED; P[] arr = new P[2]; System.out.println(log + " " + X1.v + X2.v + " " + M.Z);
        System.out.println(log);
    }
}
