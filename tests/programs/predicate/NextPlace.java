// What a method returns is all that is known of the index.
// args: --method NextPlace.walk
// verdict: proved
class NextPlace {
    static int next(int place, int length) {
        int following = place + 1;
        return following < length ? following : 0;
    }

    static int walk(int[] ring, int steps) {
        if (ring == null || ring.length == 0) {
            return 0;
        }
        int sum = 0;
        int place = 0;
        for (int i = 0; i < steps; i++) {
            sum += ring[place];
            place = next(place, ring.length);
        }
        return sum;
    }
}
