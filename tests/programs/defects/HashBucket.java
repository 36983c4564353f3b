// The absolute value of the smallest hash is negative, and so is its remainder.
// run: defect
// args: --method HashBucketDefect.bucketOf
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at add:@bucket
// run: fixed
// args: --method HashBucketFixed.bucketOf
// verdict: proved
class HashBucketDefect {
    private final int[] counts = new int[12];

    void add(int hash) {
        int bucket = Math.abs(hash) % counts.length;
        counts[bucket]++; // @bucket
    }

    static int bucketOf(int id, int salt) {
        HashBucketDefect table = new HashBucketDefect();
        table.add(31 * id + salt);
        return table.counts[0];
    }
}

class HashBucketFixed {
    private final int[] counts = new int[12];

    void add(int hash) {
        int bucket = Math.floorMod(hash, counts.length);
        counts[bucket]++;
    }

    static int bucketOf(int id, int salt) {
        HashBucketFixed table = new HashBucketFixed();
        table.add(31 * id + salt);
        return table.counts[0];
    }
}
