// A method gives two results back through an object that it is passed.
// args: --method OutParameter.parse
// verdict: proved
class OutParameter {
    static class Cursor {
        int at;
        boolean isDone;
    }

    static void advance(Cursor cursor, int length) {
        if (cursor.at < length) {
            cursor.at++;
        }
        cursor.isDone = cursor.at == length;
    }

    static int parse(byte[] bytes) {
        if (bytes == null || bytes.length == 0) {
            return 0;
        }
        Cursor cursor = new Cursor();
        int sum = 0;
        while (!cursor.isDone) {
            sum += bytes[cursor.at];
            advance(cursor, bytes.length);
        }
        assert cursor.at == bytes.length;
        return sum;
    }
}
