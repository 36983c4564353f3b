import java.util.*;

/** Runs generated methods on random small inputs and prints what they compute: a line "= name" for each method, then for every
 *  result how often it occurred and what it is. Inputs on which a method does not come to an end do not count. */
public class Observe {
    interface Method {
        Object[] run(Node a, Node b, Tree t, int[] data, int k);
    }

    static class Endless extends Error {
        Endless() {
            super(null, null, false, false);
        }
    }

    private static final int MOST_STEPS = 2_000;
    private static int steps;

    /** Called in every iteration and recursion. */
    static void step() {
        if (++steps > MOST_STEPS) {
            throw new Endless();
        }
    }

    /** Arguments: how many inputs, then the names of classes. */
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String name : Arrays.asList(args).subList(1, args.length)) {
            Method method = (Method) Class.forName(name).getDeclaredConstructor().newInstance();
            Map<List<Object>, Integer> counts = new LinkedHashMap<>();
            Random random = new Random(1);
            for (int input = Integer.parseInt(args[0]); input > 0; input--) {
                Node a = list(random);
                Node b = random.nextInt(5) == 0 ? inside(a, random) : list(random);
                steps = 0;
                try {
                    Object[] results = method.run(a, b, tree(random, 3), data(random), value(random));
                    counts.merge(Arrays.asList(results), 1, Integer::sum);
                } catch (Endless endless) {
                    // Nothing is observed of it.
                }
            }
            out.append("= ").append(name).append('\n');
            counts.forEach((results, count) -> {
                out.append(count);
                results.forEach(result -> out.append('\t').append(result));
                out.append('\n');
            });
        }
        System.out.print(out);
    }

    private static int value(Random random) {
        return random.nextInt(7) - 2;
    }

    /** At most four nodes; one in eight has a cycle. */
    private static Node list(Random random) {
        int length = random.nextInt(5);
        Node[] nodes = new Node[length];
        for (int i = length - 1; i >= 0; i--) {
            nodes[i] = new Node();
            nodes[i].value = value(random);
            nodes[i].next = i + 1 < length ? nodes[i + 1] : null;
        }
        if (length > 0 && random.nextInt(8) == 0) {
            nodes[length - 1].next = nodes[random.nextInt(length)];
        }
        return length == 0 ? null : nodes[0];
    }

    private static Node inside(Node list, Random random) {
        for (int skip = random.nextInt(4); skip > 0 && list != null; skip--) {
            list = list.next;
        }
        return list;
    }

    private static Tree tree(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return null;
        }
        Tree tree = new Tree();
        tree.value = value(random);
        tree.left = tree(random, depth - 1);
        tree.right = tree(random, depth - 1);
        return tree;
    }

    private static int[] data(Random random) {
        int[] data = new int[random.nextInt(5)];
        for (int i = 0; i < data.length; i++) {
            data[i] = value(random);
        }
        return data;
    }
}
