import java.util.*;

public class Lists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 50; i++) list.add(i * 7 % 31);
        list.remove(3);
        list.remove(Integer.valueOf(30));
        list.add(0, -5);
        list.addAll(5, List.of(100, 200, 300));
        System.out.println(list + " " + list.size() + " " + list.indexOf(200) + " " + list.contains(999));
        Collections.sort(list);
        System.out.println(list);
        Collections.reverse(list);
        System.out.println(list.subList(2, 6));
        LinkedList<String> linked = new LinkedList<>();
        linked.add("b"); linked.addFirst("a"); linked.addLast("c"); linked.add(1, "x");
        System.out.println(linked + " " + linked.getFirst() + linked.peekLast() + linked.removeFirst() + linked.pollLast());
        Iterator<String> it = linked.iterator();
        while (it.hasNext()) if (it.next().equals("x")) it.remove();
        System.out.println(linked);
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) { deque.addLast(i); deque.addFirst(-i); if (i % 3 == 0) deque.pollFirst(); }
        System.out.println(deque.size() + " " + deque.peekFirst() + " " + deque.peekLast() + " " + deque);
        try { for (Integer i : list) list.add(i); } catch (ConcurrentModificationException e) { System.out.println("CME " + e.getMessage()); }
        try { list.get(1000); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { new ArrayList<>(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { new ArrayDeque<String>().removeFirst(); } catch (NoSuchElementException e) { System.out.println(e); }
        try { List.of(1, 2).add(3); } catch (UnsupportedOperationException e) { System.out.println(e); }
        Integer[] boxed = list.toArray(new Integer[0]);
        System.out.println(boxed.length + " " + boxed.getClass().getName() + " " + list.toArray().getClass().getName());
        Stack<Integer> stack = new Stack<>();
        stack.push(1); stack.push(2);
        System.out.println(stack.pop() + stack.peek() + " " + stack);
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(List.of(3, 1, 4, 1, 5, 9, 2, 6));
        StringBuilder text = new StringBuilder();
        while (!queue.isEmpty()) text.append(queue.poll()).append(' ');
        System.out.println(text);
    }
}
