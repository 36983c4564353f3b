class Loops {
    static int step;
    static int made, taken;

    static void total(int n) {
        if (n < 0) return;
        int x = n, y = 0;
        while (x > 0) {
            x--;
            y++;
        }
        assert y == n;
    }

    static void twice(int n) {
        int slow = 0, fast = 0;
        for (int i = 0; i < n; i++) {
            slow++;
            fast += 2;
        }
        assert fast == 2 * slow;
    }

    static void parity(int n) {
        int x = 0;
        while (x < n) {
            x += 2;
        }
        assert x % 2 == 0;
    }

    static void lock(int n) {
        int lock = 0, old, now = n;
        do {
            assert lock == 0;
            lock = 1;
            old = now;
            if (random(now)) {
                lock = 0;
                now++;
            }
        } while (now != old);
        assert lock == 1;
    }

    static boolean random(int n) {
        return System.identityHashCode(null) == n;
    }

    static void counters(int n) {
        for (int i = 0; i < n; i++) {
            if (made - taken < 5) made++;
            else taken++;
            assert made - taken >= 0;
            assert made - taken <= 5;
        }
    }

    static int nested(int[] a, int n, int m) {
        int sum = 0;
        if (n < 0 || m < 0 || a.length != n + m) return 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                sum += a[i + j];
            }
        }
        return sum;
    }

    static int search(int[] a, int key) {
        int lo = 0, hi = a.length - 1;
        while (lo <= hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < key) lo = mid + 1;
            else if (a[mid] > key) hi = mid - 1;
            else return mid;
        }
        return -1;
    }

    static int downward(int[] a) {
        int i = a.length, sum = 0;
        while (i > 0) {
            i--;
            sum += a[i];
        }
        return sum;
    }

    static void reverse(int[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
            j--;
        }
    }

    static int sumOf(int[] a) {
        int sum = 0;
        for (int x : a) sum += x;
        return sum;
    }

    int[] items = new int[16];
    int head, count;

    void ring(int n) {
        if (items == null || items.length == 0) return;
        head = 0;
        count = 0;
        for (int i = 0; i < n; i++) {
            if (count < items.length) {
                items[(head + count) % items.length] = i;
                count++;
            } else {
                head = (head + 1) % items.length;
                count--;
            }
        }
    }

    static void machine(int n) {
        int state = 0;
        for (int i = 0; i < n; i++) {
            switch (state) {
                case 0: state = 1; break;
                case 1: state = random(i) ? 2 : 0; break;
                case 2: state = 0; break;
                default: assert false;
            }
        }
    }

    static int scan(String s) {
        int i = 0, words = 0;
        while (i < s.length()) {
            while (i < s.length() && s.charAt(i) == ' ') i++;
            if (i < s.length()) words++;
            while (i < s.length() && s.charAt(i) != ' ') i++;
        }
        return words;
    }

    static int insertion(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int x = a[i], j = i - 1;
            while (j >= 0 && a[j] > x) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = x;
        }
        return a.length;
    }

    static void alternate(int n) {
        boolean open = false;
        int opened = 0, closed = 0;
        for (int i = 0; i < n; i++) {
            if (open) closed++;
            else opened++;
            open = !open;
        }
        assert open ? opened == closed + 1 : opened == closed;
    }
}
