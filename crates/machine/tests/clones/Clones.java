import java.util.ArrayList;
import java.util.List;

/** Paths that write to whatever a state holds: fields, arrays, statics, text, collections, standard input, other threads' data. */
class Clones {
    static class Node {
        int value;
        Node next;
    }

    static int calls;
    static int[] kept = new int[4];

    static int sum(Node list, int[] numbers, int at, String name) {
        calls++;
        int sum = 0;
        for (Node node = list; node != null; node = node.next) {
            sum += node.value;
            node.value = sum;
            kept[calls & 3] = sum;
            if (sum == 7) {
                list.next = null;
            }
        }
        if (numbers != null && at >= 0 && at < numbers.length) {
            numbers[at] = sum;
            sum += numbers[0];
        }
        StringBuilder text = new StringBuilder(name == null ? "none" : name);
        List<String> names = new ArrayList<>();
        names.add(text.append(sum > 3).toString());
        if (names.get(0).startsWith("x")) {
            throw new IllegalStateException(names.get(0));
        }
        return sum;
    }

    static int shared;
    static volatile boolean done;

    static int threads(int start) throws InterruptedException {
        shared = start;
        done = false;
        Thread other = new Thread(() -> {
            shared++;
            done = true;
        });
        other.start();
        synchronized (Clones.class) {
            shared += 2;
        }
        if (done && shared == 5) {
            calls = 3;
        }
        other.join();
        return shared;
    }
}
