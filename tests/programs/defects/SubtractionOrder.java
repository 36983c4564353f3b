// A comparator by subtraction: far apart, the sign of the difference is wrong.
// run: defect
// args: --method SubtractionOrderDefect.oldestFirst
// verdict: violated
// violation: AssertionError at oldestFirst:@order
// run: fixed
// args: --method SubtractionOrderFixed.oldestFirst
// verdict: proved
import java.util.Arrays;
import java.util.Comparator;

class SubtractionOrderDefect {
    record Task(int due, String name) {}

    static final Comparator<Task> BY_DUE = (a, b) -> a.due() - b.due();

    static void oldestFirst(int first, int second) {
        Task[] tasks = {new Task(first, "first"), new Task(second, "second")};
        Arrays.sort(tasks, BY_DUE);
        assert tasks[0].due() <= tasks[1].due(); // @order
    }
}

class SubtractionOrderFixed {
    record Task(int due, String name) {}

    static final Comparator<Task> BY_DUE = Comparator.comparingInt(Task::due);

    static void oldestFirst(int first, int second) {
        Task[] tasks = {new Task(first, "first"), new Task(second, "second")};
        Arrays.sort(tasks, BY_DUE);
        assert tasks[0].due() <= tasks[1].due();
    }
}
