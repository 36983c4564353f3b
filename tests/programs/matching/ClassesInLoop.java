// What is known of the class of the current object is part of a state.
// run: classes
// args: --method ClassesInLoop.classes --match exact
// verdict: violated
// violation: ClassCastException at classes:@cast
// run: tested
// args: --method ClassesInLoop.tested --match exact --heap lazy
// verdict: proved
class ClassesInLoop {
    ClassesInLoop next;

    static class Leaf extends ClassesInLoop {
        int weight;
    }

    static int classes(ClassesInLoop list) {
        ClassesInLoop last = null;
        while (list != null) {
            last = list;
            list = list.next;
        }
        return last == null ? 0 : ((Leaf) last).weight; // @cast
    }

    static int tested(ClassesInLoop list) {
        int last = 0;
        while (list != null) {
            if (list instanceof Leaf) {
                last = ((Leaf) list).weight;
            }
            list = list.next;
        }
        return last;
    }
}
