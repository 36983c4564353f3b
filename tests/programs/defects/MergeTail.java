// Merging ends when one half is used up, and drops the rest of the other.
// run: defect
// args: --method MergeTailDefect.merges
// verdict: violated
// violation: AssertionError at merges:@all
// run: fixed
// args: --method MergeTailFixed.merges
// verdict: proved
class MergeTailDefect {
    static int[] merge(int[] left, int[] right) {
        int[] merged = new int[left.length + right.length];
        int l = 0;
        int r = 0;
        int at = 0;
        while (l < left.length && r < right.length) {
            merged[at++] = left[l] <= right[r] ? left[l++] : right[r++];
        }
        while (l < left.length) {
            merged[at++] = left[l++];
        }
        return merged;
    }

    static void merges(int a, int b, int c) {
        if (a > b) {
            return;
        }
        int[] merged = merge(new int[] {a, b}, new int[] {c});
        assert merged[0] + merged[1] + merged[2] == a + b + c; // @all
    }
}

class MergeTailFixed {
    static int[] merge(int[] left, int[] right) {
        int[] merged = new int[left.length + right.length];
        int l = 0;
        int r = 0;
        int at = 0;
        while (l < left.length && r < right.length) {
            merged[at++] = left[l] <= right[r] ? left[l++] : right[r++];
        }
        while (l < left.length) {
            merged[at++] = left[l++];
        }
        while (r < right.length) {
            merged[at++] = right[r++];
        }
        return merged;
    }

    static void merges(int a, int b, int c) {
        if (a > b) {
            return;
        }
        int[] merged = merge(new int[] {a, b}, new int[] {c});
        assert merged[0] + merged[1] + merged[2] == a + b + c;
    }
}
