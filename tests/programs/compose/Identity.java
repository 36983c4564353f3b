// Every call makes an object of its own; boxes of small numbers are one.
// args: --method Identity.run --compose
// verdict: proved
class Identity {
    int value;

    static Identity make(int number) {
        Identity made = new Identity();
        if (number > 0) made.value = number;
        return made;
    }

    static Integer box(int number) {
        if (number < 0 || number > 100) return 1;
        return number;
    }

    static void run(int number) {
        Identity one = make(number);
        Identity other = make(number);
        assert one != other;
        assert one.value == other.value;
        one.value = -1;
        assert other.value >= 0;
        assert box(number) == box(number);
    }
}
