public class Copying {
    static void attempt(Object src, int sp, Object dst, int dp, int n) {
        try { System.arraycopy(src, sp, dst, dp, n); System.out.println("ok"); }
        catch (RuntimeException e) { System.out.println(e.getClass().getName() + ": " + (src == null || dst == null ? "" : e.getMessage())); }
    }
    static String show(Object[] a) { StringBuilder s = new StringBuilder(); for (Object o : a) s.append(o).append(','); return s.toString(); }
    static String show(int[] a) { StringBuilder s = new StringBuilder(); for (int o : a) s.append(o).append(','); return s.toString(); }
    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.arraycopy(a, 0, a, 2, 5); System.out.println(show(a));
        System.arraycopy(a, 4, a, 1, 5); System.out.println(show(a));
        attempt(a, -1, a, 0, 1); attempt(a, 0, a, -1, 1); attempt(a, 0, a, 0, -1); attempt(a, 5, a, 0, 6); attempt(a, 0, a, 8, 3);
        attempt(a, 10, a, 10, 0); attempt(a, 11, a, 0, 0); attempt(a, Integer.MAX_VALUE, a, 0, Integer.MAX_VALUE);
        attempt(null, 0, a, 0, 0); attempt(a, 0, null, 0, 0); attempt("x", 0, a, 0, 0); attempt(a, 0, "x", 0, 0);
        attempt(a, 0, new long[3], 0, 1); attempt(a, 0, new Integer[3], 0, 1); attempt(new Object[2], 0, a, 0, 1);
        attempt(new byte[2], 0, new boolean[2], 0, 1);
        Object[] mixed = {"a", "b", 3, "d"};
        String[] strings = new String[4];
        attempt(mixed, 0, strings, 0, 4);
        System.out.println(show(strings));
        attempt(new Integer[]{1}, 0, strings, 0, 1);
        attempt(new Integer[]{null, null}, 0, strings, 0, 2);
        System.out.println(show(strings));
        attempt(strings, 0, mixed, 2, 2); System.out.println(show(mixed));
        attempt(strings, 2, mixed, 3, 2);
        int[][] rows = {{1}, {2}};
        Object[] objects = new Object[2];
        System.arraycopy(rows, 0, objects, 0, 2);
        System.out.println(objects[0] == rows[0]);
        int[][] twin = rows.clone(); twin[0][0] = 42;
        System.out.println(rows[0][0] + " " + (twin == rows) + " " + twin.getClass().getSimpleName());
        long[] l = {1L << 40, 2}; long[] m = l.clone(); m[0]++; System.out.println(l[0] + " " + m[0]);
        boolean[] z = {true, false}; boolean[] y = new boolean[3]; System.arraycopy(z, 0, y, 1, 2); System.out.println(y[0] + " " + y[1] + y[2]);
    }
}
