// A method that replaces what its parameter names does not reach the object of its caller any more.
// args: --method OutReplaced.parse
// verdict: violated
// violation: AssertionError at parse:@moved
class OutReplaced {
    static class Cursor {
        int at;
    }

    static void advance(Cursor cursor, int distance) {
        if (distance > 10) {
            int at = cursor.at;
            cursor = new Cursor();
            cursor.at = at;
        }
        cursor.at++;
    }

    static void parse(int[] distances) {
        if (distances == null) {
            return;
        }
        Cursor cursor = new Cursor();
        for (int i = 0; i < distances.length; i++) {
            advance(cursor, distances[i]);
            assert cursor.at == i + 1; // @moved
        }
    }
}
