import java.util.*;

public class ArraysLib {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, -1, 7};
        Arrays.sort(a);
        System.out.println(Arrays.toString(a) + Arrays.binarySearch(a, 7) + Arrays.hashCode(a));
        long[] b = new long[300];
        for (int i = 0; i < b.length; i++) b[i] = (i * 7919L) % 1009 - 500;
        Arrays.sort(b);
        System.out.println(b[0] + " " + b[150] + " " + b[299]);
        double[] d = {2.5, -0.0, 0.0, Double.NaN, -1e300, 3};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
        byte[] bytes = new byte[100];
        for (int i = 0; i < 100; i++) bytes[i] = (byte) (i * 37);
        Arrays.sort(bytes);
        System.out.println(Arrays.toString(bytes));
        char[] chars = "hello world".toCharArray();
        Arrays.sort(chars);
        System.out.println(new String(chars) + chars.length);
        String[] s = {"pear", "Apple", "fig", "apple"};
        Arrays.sort(s);
        System.out.println(Arrays.toString(s));
        Arrays.sort(s, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.asList(s));
        Arrays.sort(s, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.asList(s));
        Integer[] big = new Integer[200];
        for (int i = 0; i < big.length; i++) big[i] = (i * 31) % 97;
        Arrays.sort(big, Collections.reverseOrder());
        System.out.println(big[0] + " " + big[100] + " " + big[199]);
        int[] f = new int[6];
        Arrays.fill(f, 1, 4, 9);
        System.out.println(Arrays.toString(f) + Arrays.equals(f, f.clone()) + Arrays.equals(f, a));
        System.out.println(Arrays.toString(Arrays.copyOf(a, 8)) + Arrays.toString(Arrays.copyOfRange(a, 1, 3)));
        String[] copied = Arrays.copyOf(s, 6);
        System.out.println(Arrays.toString(copied) + copied.getClass().getSimpleName());
        Object[] widened = Arrays.copyOf(s, 2, Object[].class);
        System.out.println(widened.getClass().getName());
        int[][] grid = {{1, 2}, {3}, {}};
        System.out.println(Arrays.deepToString(grid) + Arrays.deepEquals(grid, new int[][]{{1, 2}, {3}, {}}));
        System.out.println(Arrays.asList(1, 2, 3) + " " + Arrays.stream(a).sum());
        boolean[] flags = new boolean[3]; flags[1] = true;
        System.out.println(Arrays.toString(flags) + Arrays.compare(new int[]{1, 2}, new int[]{1, 3}) + Arrays.mismatch(a, new int[]{-1, 3, 6}));
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
        Collections.shuffle(shuffled, new Random(42));
        System.out.println(shuffled + " " + Collections.max(shuffled) + Collections.min(shuffled) + Collections.frequency(shuffled, 3));
    }
}
