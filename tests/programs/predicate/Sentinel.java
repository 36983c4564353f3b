// A search that tests no index: what is looked for has been put at the end.
// args: --method Sentinel.find
// verdict: proved
class Sentinel {
    static int find(int[] a, int wanted) {
        if (a == null || a.length == 0) {
            return -1;
        }
        int end = a.length - 1;
        int last = a[end];
        a[end] = wanted;
        int i = 0;
        while (a[i] != wanted) {
            i++;
        }
        a[end] = last;
        return i < end || last == wanted ? i : -1;
    }
}
