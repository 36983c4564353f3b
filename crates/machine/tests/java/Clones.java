public class Clones {
    static class Node implements Cloneable { int v; int[] data = {1, 2}; Node next; Node(int v) { this.v = v; } @Override protected Node clone() throws CloneNotSupportedException { Node n = (Node) super.clone(); n.data = data.clone(); return n; } }
    static class Plain { Object copy() throws CloneNotSupportedException { return super.clone(); } }
    public static void main(String[] args) throws Exception {
        Node a = new Node(5); a.next = new Node(6); Node b = a.clone(); b.v = 9; b.data[0] = 100;
        System.out.println(a.v + " " + b.v + a.data[0] + b.data[0] + (a.next == b.next) + (b.getClass() == Node.class));
        try { new Plain().copy(); } catch (CloneNotSupportedException e) { System.out.println(e.getMessage()); }
        String[] s = {"x"}; Object o = s.clone(); System.out.println(o instanceof String[]); System.out.println(((Object[]) o)[0]);
        java.util.ArrayList<Integer> l = new java.util.ArrayList<>(java.util.List.of(1, 2)); Object c = l.clone(); l.add(3); System.out.println(c);
        Object x = new Object(); System.out.println((x.hashCode() == x.hashCode()) + " " + (x.hashCode() == System.identityHashCode(x)) + x.equals(x) + System.identityHashCode(null));
        System.out.println(new Object().toString().startsWith("java.lang.Object@") + " " + new int[0].toString().startsWith("[I@"));
    }
}
