/** Methods whose calls may be run, or answered by what is known of them. */
class Calls {
    static class Box {
        int value;
    }

    static int absolute(int number) {
        return number < 0 ? -number : number;
    }

    static void put(Box box, int value) {
        if (value == 0) {
            throw new IllegalArgumentException();
        }
        box.value = value;
    }

    static int measure(int number) {
        int size = absolute(number);
        if (size < 0) {
            return 2;
        }
        return size == 7 ? 1 : 0;
    }

    static int fill(int number) {
        Box box = new Box();
        put(box, number);
        return box.value == number ? 1 : 0;
    }
}
