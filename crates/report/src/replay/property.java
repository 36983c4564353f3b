    /** The property, which has the heap before the call as soon as it is made. */
    private static Property property;

    /** What holds of the call, as words: see the class below. */
    private static void property(Object receiver, Object[] arguments, String... words) throws Throwable {
        property = new Property(receiver, arguments, String.join("", words));
    }

    /** Whether it holds now that the call has returned. */
    private static void checkProperty() throws Throwable {
        if (!property.holds(returned)) {
            throw new BrokenInvariant();
        }
    }

    /** A property of a call, evaluated on this JVM's own heap: what is before the call is copied when the object is made. */
    private static final class Property {
        /** A value: an object, a number (booleans are 0 and 1), or the bits of a float or double. */
        private static final class Atom {
            final Object object;
            final long number;
            final char kind;

            Atom(char kind, Object object, long number) {
                this.kind = kind;
                this.object = object;
                this.number = number;
            }

            @Override
            public boolean equals(Object other) {
                return other instanceof Atom && ((Atom) other).kind == kind && ((Atom) other).object == object
                    && ((Atom) other).number == number;
            }

            @Override
            public int hashCode() {
                return System.identityHashCode(object) * 31 + Long.hashCode(number) + kind;
            }
        }

        /** A relation: a set of tuples, in the order in which they were found. */
        private static final class Relation extends java.util.LinkedHashSet<java.util.List<Atom>> {
            static Relation of(Atom atom) {
                Relation relation = new Relation();
                if (atom != null) {
                    relation.add(java.util.List.of(atom));
                }
                return relation;
            }
        }

        private interface Formula {
            boolean holds() throws Exception;
        }

        private interface Expression {
            /** All tuples. */
            Relation all() throws Exception;

            /** What follows an atom in the tuples that begin with it. */
            default Relation from(Atom first) throws Exception {
                Relation rest = new Relation();
                for (java.util.List<Atom> tuple : all()) {
                    if (tuple.get(0).equals(first)) {
                        rest.add(tuple.subList(1, tuple.size()));
                    }
                }
                return rest;
            }
        }

        /** A relation that is asked for what belongs to one object. */
        private abstract class Followed implements Expression {
            final boolean after;

            Followed(boolean after) {
                this.after = after;
            }

            @Override
            public Relation all() throws Exception {
                Relation all = new Relation();
                for (Object object : there(after)) {
                    Atom first = new Atom('o', object, 0);
                    for (java.util.List<Atom> rest : from(first)) {
                        all.add(joined(java.util.List.of(first), rest));
                    }
                }
                return all;
            }

            @Override
            public abstract Relation from(Atom first) throws Exception;
        }

        /** Of a constructor, what it made; nothing before. */
        private Object receiver;
        private final Object[] arguments;
        private final boolean makesReceiver;
        /** Which parameters are of a primitive type, and at last whether the result is. */
        private final boolean[] primitive;
        private final java.util.Iterator<String> words;
        private final Atom[] variables;
        private final boolean speaksOfAfter;
        private final java.util.List<Class<?>> classes = new java.util.ArrayList<>();
        private final Formula formula;
        /** What was before the call: copies of objects and of static fields. */
        private final java.util.Map<Object, Object> before = new java.util.IdentityHashMap<>();
        private final java.util.List<Object> reachedBefore;
        private final java.util.Map<Field, Object> staticsBefore = new java.util.HashMap<>();
        private Object returned;

        Property(Object receiver, Object[] arguments, String text) throws Throwable {
            this.receiver = receiver;
            this.arguments = arguments;
            words = java.util.List.of(text.split(" ")).iterator();
            variables = new Atom[number()];
            speaksOfAfter = after();
            makesReceiver = word().equals("constructor");
            primitive = new boolean[number()];
            for (int i = 0; i < primitive.length; i++) {
                primitive[i] = word().equals("primitive");
            }
            for (int count = number(); count > 0; count--) {
                classes.add(readClass(true));
            }
            formula = readFormula();
            for (Class<?> holder : classes) {
                for (Field field : fieldsOf(holder, true)) {
                    staticsBefore.put(field, field.get(null));
                }
            }
            reachedBefore = reached(roots(false), true);
            for (Object object : reachedBefore) {
                before.put(object, copy(object));
            }
        }

        boolean holds(Object returned) throws Exception {
            if (makesReceiver) {
                receiver = returned;
            } else {
                this.returned = returned;
            }
            return formula.holds();
        }

        // ---- Heaps ----

        private static boolean isFollowed(Class<?> type) {
            ClassLoader loader = type.getClassLoader();
            boolean ofProgram = loader != null && loader != ClassLoader.getPlatformClassLoader();
            return ofProgram && !type.isHidden() && !Proxy.isProxyClass(type) && type != Other.class;
        }

        /** The fields of the program's own classes that objects of a class have, or its own static ones. */
        private static java.util.List<Field> fieldsOf(Class<?> type, boolean ofClass) {
            java.util.List<Field> fields = new java.util.ArrayList<>();
            for (Class<?> holder = type; holder != null; holder = ofClass ? null : holder.getSuperclass()) {
                if (holder.isEnum() && !ofClass) {
                    return new java.util.ArrayList<>();
                }
                if (isFollowed(holder)) {
                    for (Field field : holder.getDeclaredFields()) {
                        if (Modifier.isStatic(field.getModifiers()) == ofClass) {
                            field.setAccessible(true);
                            fields.add(field);
                        }
                    }
                }
            }
            return fields;
        }

        private static Object copy(Object object) throws Exception {
            if (object.getClass().isArray()) {
                int length = Array.getLength(object);
                Object copy = Array.newInstance(object.getClass().getComponentType(), length);
                System.arraycopy(object, 0, copy, 0, length);
                return copy;
            }
            java.util.Map<Field, Object> fields = new java.util.HashMap<>();
            for (Field field : fieldsOf(object.getClass(), false)) {
                fields.put(field, field.get(object));
            }
            return fields;
        }

        private static java.util.List<Object> children(Object object, Object content) throws Exception {
            java.util.List<Object> children = new java.util.ArrayList<>();
            if (content.getClass().isArray()) {
                if (content instanceof Object[]) {
                    children.addAll(java.util.Arrays.asList((Object[]) content));
                }
            } else {
                for (Field field : fieldsOf(object.getClass(), false)) {
                    if (!field.getType().isPrimitive()) {
                        children.add(((java.util.Map<?, ?>) content).get(field));
                    }
                }
            }
            return children;
        }

        /** Objects and what they refer to: now, or as the copies have it. */
        private java.util.List<Object> reached(java.util.List<Object> roots, boolean now) throws Exception {
            java.util.Set<Object> seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
            java.util.List<Object> reached = new java.util.ArrayList<>();
            java.util.ArrayDeque<Object> pending = new java.util.ArrayDeque<>();
            for (Object root : roots) {
                if (root != null) {
                    pending.add(root);
                }
            }
            while (!pending.isEmpty()) {
                Object object = pending.remove();
                if (seen.add(object)) {
                    reached.add(object);
                    Object content = now ? copy(object) : before.get(object);
                    for (Object child : children(object, content)) {
                        if (child != null) {
                            pending.add(child);
                        }
                    }
                }
            }
            return reached;
        }

        private java.util.List<Object> roots(boolean after) throws Exception {
            java.util.List<Object> roots = new java.util.ArrayList<>();
            roots.add(receiver);
            for (int i = 0; i < arguments.length; i++) {
                if (!primitive[i]) {
                    roots.add(arguments[i]);
                }
            }
            for (Class<?> holder : classes) {
                for (Field field : fieldsOf(holder, true)) {
                    if (!field.getType().isPrimitive()) {
                        roots.add(after ? field.get(null) : staticsBefore.get(field));
                    }
                }
            }
            if (after && !primitive[arguments.length]) {
                roots.add(returned);
            }
            return roots;
        }

        private java.util.List<Object> reached(boolean after) throws Exception {
            return after ? reached(roots(true), true) : reachedBefore;
        }

        private java.util.List<Object> there(boolean after) throws Exception {
            if (!after) {
                return reachedBefore;
            }
            java.util.List<Object> roots = new java.util.ArrayList<>(reachedBefore);
            roots.addAll(roots(true));
            return reached(roots, true);
        }

        private static Atom atom(Class<?> type, Object value) {
            if (!type.isPrimitive()) {
                return value == null ? null : new Atom('o', value, 0);
            }
            if (value instanceof Boolean) {
                return new Atom('n', null, (Boolean) value ? 1 : 0);
            }
            if (value instanceof Character) {
                return new Atom('n', null, (Character) value);
            }
            if (value instanceof Float) {
                return new Atom('f', null, Float.floatToIntBits((Float) value));
            }
            if (value instanceof Double) {
                return new Atom('f', null, Double.doubleToLongBits((Double) value));
            }
            return new Atom('n', null, ((Number) value).longValue());
        }

        // ---- Reading ----

        private String word() {
            return words.next();
        }

        private int number() {
            return Integer.parseInt(word());
        }

        private boolean after() {
            return word().equals("after");
        }

        private Class<?> readClass(boolean initialize) throws Exception {
            String name = word();
            return Class.forName(name, initialize, @NAME@.class.getClassLoader());
        }

        private Field readField() throws Exception {
            Class<?> holder = readClass(false);
            String name = word();
            String type = word();
            for (Field field : holder.getDeclaredFields()) {
                if (field.getName().equals(name) && field.getType().descriptorString().equals(type)) {
                    field.setAccessible(true);
                    return field;
                }
            }
            throw new NoSuchFieldException(holder.getName() + "." + name);
        }

        private Formula readFormula() throws Exception {
            String what = word();
            switch (what) {
                case "is": {
                    Expression inner = readExpression();
                    Relation yes = Relation.of(new Atom('n', null, 1));
                    return () -> inner.all().equals(yes);
                }
                case "in": case "not-in": {
                    Expression left = readExpression();
                    Expression right = readExpression();
                    boolean wanted = what.equals("in");
                    return () -> right.all().containsAll(left.all()) == wanted;
                }
                case "equal": case "not-equal": {
                    Expression left = readExpression();
                    Expression right = readExpression();
                    boolean wanted = what.equals("equal");
                    return () -> left.all().equals(right.all()) == wanted;
                }
                case "less": case "less-equal": case "greater": case "greater-equal": {
                    Expression left = readExpression();
                    Expression right = readExpression();
                    return () -> {
                        Relation one = left.all();
                        Relation other = right.all();
                        if (one.size() != 1 || other.size() != 1) {
                            return false;
                        }
                        int order = Long.compare(one.iterator().next().get(0).number, other.iterator().next().get(0).number);
                        return what.startsWith("less") ? order < 0 || order == 0 && what.endsWith("equal")
                            : order > 0 || order == 0 && what.endsWith("equal");
                    };
                }
                case "size": {
                    String quantifier = word();
                    Expression inner = readExpression();
                    return () -> isSaid(quantifier, inner.all().size());
                }
                case "not": {
                    Formula inner = readFormula();
                    return () -> !inner.holds();
                }
                case "and": case "or": case "iff": {
                    Formula left = readFormula();
                    Formula right = readFormula();
                    return what.equals("and") ? () -> left.holds() && right.holds()
                        : what.equals("or") ? () -> left.holds() || right.holds()
                        : () -> left.holds() == right.holds();
                }
                case "if": {
                    Formula condition = readFormula();
                    Formula then = readFormula();
                    return () -> !condition.holds() || then.holds();
                }
                case "if-else": {
                    Formula condition = readFormula();
                    Formula then = readFormula();
                    Formula otherwise = readFormula();
                    return () -> condition.holds() ? then.holds() : otherwise.holds();
                }
                case "quantified": {
                    String quantifier = word();
                    Bindings bindings = new Bindings();
                    Formula body = readFormula();
                    boolean all = quantifier.equals("all");
                    return () -> {
                        int[] count = {0};
                        bindings.each(0, new java.util.ArrayList<>(), chosen -> count[0] += body.holds() != all ? 1 : 0);
                        return isSaid(all ? "no" : quantifier, count[0]);
                    };
                }
                default:
                    throw new IllegalStateException("no formula begins with " + what);
            }
        }

        private static boolean isSaid(String quantifier, int count) {
            switch (quantifier) {
                case "some": return count > 0;
                case "no": return count == 0;
                case "one": return count == 1;
                case "lone": return count <= 1;
                default: throw new IllegalStateException("no quantifier is called " + quantifier);
            }
        }

        private interface Chosen {
            void with(java.util.List<Atom> values) throws Exception;
        }

        /** Variables, each over the elements of a set that may speak of those before it. */
        private final class Bindings {
            private final java.util.List<int[]> numbers = new java.util.ArrayList<>();
            private final java.util.List<Boolean> disjoint = new java.util.ArrayList<>();
            private final java.util.List<Expression> sets = new java.util.ArrayList<>();

            Bindings() throws Exception {
                for (int count = number(); count > 0; count--) {
                    disjoint.add(word().equals("disj"));
                    int[] own = new int[number()];
                    for (int i = 0; i < own.length; i++) {
                        own[i] = number();
                    }
                    numbers.add(own);
                    sets.add(readExpression());
                }
            }

            void each(int binding, java.util.List<Atom> values, Chosen chosen) throws Exception {
                if (binding == numbers.size()) {
                    chosen.with(values);
                } else {
                    each(binding, 0, sets.get(binding).all(), values, chosen);
                }
            }

            private void each(int binding, int position, Relation set, java.util.List<Atom> values, Chosen chosen)
                    throws Exception {
                int[] own = numbers.get(binding);
                if (position == own.length) {
                    each(binding + 1, values, chosen);
                    return;
                }
                java.util.List<Atom> earlier = values.subList(values.size() - position, values.size());
                for (java.util.List<Atom> tuple : set) {
                    Atom value = tuple.get(0);
                    if (disjoint.get(binding) && earlier.contains(value)) {
                        continue;
                    }
                    variables[own[position]] = value;
                    each(binding, position + 1, set, joined(values, tuple), chosen);
                    // What is inside may have used the same variables.
                    variables[own[position]] = value;
                }
            }
        }

        private static java.util.List<Atom> joined(java.util.List<Atom> left, java.util.List<Atom> right) {
            java.util.List<Atom> both = new java.util.ArrayList<>(left);
            both.addAll(right);
            return both;
        }

        private Expression readExpression() throws Exception {
            String what = word();
            switch (what) {
                case "nothing":
                    return Relation::new;
                case "this":
                    return () -> Relation.of(atom(Object.class, receiver));
                case "parameter": {
                    int position = number();
                    return () -> Relation.of(atom(primitive[position] ? int.class : Object.class, arguments[position]));
                }
                case "returned":
                    return () -> Relation.of(atom(primitive[arguments.length] ? int.class : Object.class, returned));
                case "variable": {
                    int position = number();
                    return () -> Relation.of(variables[position]);
                }
                case "number": {
                    long value = Long.parseLong(word());
                    return () -> Relation.of(new Atom('n', null, value));
                }
                case "static": {
                    Field field = readField();
                    boolean after = after();
                    return () -> Relation.of(atom(field.getType(), after ? field.get(null) : staticsBefore.get(field)));
                }
                case "field": {
                    Field field = readField();
                    Class<?> of = readClass(false);
                    return new Followed(after()) {
                        @Override
                        public Relation from(Atom first) throws Exception {
                            if (!of.isInstance(first.object)) {
                                return new Relation();
                            }
                            if (after) {
                                return Relation.of(atom(field.getType(), field.get(first.object)));
                            }
                            Object fields = before.get(first.object);
                            return fields == null ? new Relation()
                                : Relation.of(atom(field.getType(), ((java.util.Map<?, ?>) fields).get(field)));
                        }
                    };
                }
                case "length":
                    return new Followed(speaksOfAfter) {
                        @Override
                        public Relation from(Atom first) {
                            boolean array = first.object != null && first.object.getClass().isArray();
                            return array ? Relation.of(new Atom('n', null, Array.getLength(first.object))) : new Relation();
                        }
                    };
                case "element": {
                    boolean after = after();
                    Expression arrays = readExpression();
                    Expression indices = readExpression();
                    return () -> {
                        Relation elements = new Relation();
                        for (java.util.List<Atom> array : arrays.all()) {
                            Object object = array.get(0).object;
                            Object content = after ? object : before.get(object);
                            if (content == null || !content.getClass().isArray()) {
                                continue;
                            }
                            for (java.util.List<Atom> index : indices.all()) {
                                long position = index.get(0).number;
                                if (position >= 0 && position < Array.getLength(content)) {
                                    Class<?> type = content.getClass().getComponentType();
                                    elements.addAll(Relation.of(atom(type, Array.get(content, (int) position))));
                                }
                            }
                        }
                        return elements;
                    };
                }
                case "class": {
                    Class<?> type = readClass(false);
                    boolean after = after();
                    return () -> {
                        Relation objects = new Relation();
                        for (Object object : reached(after)) {
                            if (type.isInstance(object)) {
                                objects.addAll(Relation.of(new Atom('o', object, 0)));
                            }
                        }
                        return objects;
                    };
                }
                case "join": {
                    boolean followed = number() > 1;
                    Expression left = readExpression();
                    Expression right = readExpression();
                    return new Expression() {
                        private Relation along(Relation tuples) throws Exception {
                            Relation all = new Relation();
                            for (java.util.List<Atom> tuple : tuples) {
                                for (java.util.List<Atom> rest : right.from(tuple.get(tuple.size() - 1))) {
                                    all.add(joined(tuple.subList(0, tuple.size() - 1), rest));
                                }
                            }
                            return all;
                        }

                        @Override
                        public Relation all() throws Exception {
                            return along(left.all());
                        }

                        @Override
                        public Relation from(Atom first) throws Exception {
                            return followed ? along(left.from(first)) : Expression.super.from(first);
                        }
                    };
                }
                case "union": case "difference": case "intersection": {
                    Expression left = readExpression();
                    Expression right = readExpression();
                    return new Expression() {
                        private Relation combined(Relation one, Relation other) {
                            if (what.equals("union")) {
                                one.addAll(other);
                            } else if (what.equals("difference")) {
                                one.removeAll(other);
                            } else {
                                one.retainAll(other);
                            }
                            return one;
                        }

                        @Override
                        public Relation all() throws Exception {
                            return combined(left.all(), right.all());
                        }

                        @Override
                        public Relation from(Atom first) throws Exception {
                            return combined(left.from(first), right.from(first));
                        }
                    };
                }
                case "product": {
                    Expression left = readExpression();
                    Expression right = readExpression();
                    return () -> {
                        Relation all = new Relation();
                        for (java.util.List<Atom> one : left.all()) {
                            for (java.util.List<Atom> other : right.all()) {
                                all.add(joined(one, other));
                            }
                        }
                        return all;
                    };
                }
                case "restrict-domain": {
                    Expression domain = readExpression();
                    Expression inner = readExpression();
                    return new Expression() {
                        @Override
                        public Relation all() throws Exception {
                            Relation all = new Relation();
                            for (java.util.List<Atom> first : domain.all()) {
                                for (java.util.List<Atom> rest : inner.from(first.get(0))) {
                                    all.add(joined(first, rest));
                                }
                            }
                            return all;
                        }

                        @Override
                        public Relation from(Atom first) throws Exception {
                            return domain.all().contains(java.util.List.of(first)) ? inner.from(first) : new Relation();
                        }
                    };
                }
                case "restrict-range": {
                    Expression inner = readExpression();
                    Expression range = readExpression();
                    return new Expression() {
                        private Relation ending(Relation tuples) throws Exception {
                            Relation ends = range.all();
                            tuples.removeIf(tuple -> !ends.contains(java.util.List.of(tuple.get(tuple.size() - 1))));
                            return tuples;
                        }

                        @Override
                        public Relation all() throws Exception {
                            return ending(inner.all());
                        }

                        @Override
                        public Relation from(Atom first) throws Exception {
                            return ending(inner.from(first));
                        }
                    };
                }
                case "transpose": {
                    Expression inner = readExpression();
                    return () -> {
                        Relation all = new Relation();
                        for (java.util.List<Atom> tuple : inner.all()) {
                            all.add(java.util.List.of(tuple.get(1), tuple.get(0)));
                        }
                        return all;
                    };
                }
                case "closure": case "reflexive-closure": {
                    Expression inner = readExpression();
                    return new Followed(speaksOfAfter) {
                        @Override
                        public Relation from(Atom first) throws Exception {
                            Relation all = what.equals("closure") ? inner.from(first) : Relation.of(first);
                            java.util.ArrayDeque<java.util.List<Atom>> pending = new java.util.ArrayDeque<>(all);
                            while (!pending.isEmpty()) {
                                for (java.util.List<Atom> next : inner.from(pending.remove().get(0))) {
                                    if (all.add(next)) {
                                        pending.add(next);
                                    }
                                }
                            }
                            return all;
                        }
                    };
                }
                case "count": {
                    Expression inner = readExpression();
                    return () -> Relation.of(new Atom('n', null, inner.all().size()));
                }
                case "plus": case "minus": case "times": {
                    boolean wide = word().equals("long");
                    Expression left = readExpression();
                    Expression right = readExpression();
                    return () -> {
                        Relation results = new Relation();
                        for (java.util.List<Atom> one : left.all()) {
                            for (java.util.List<Atom> other : right.all()) {
                                long a = one.get(0).number;
                                long b = other.get(0).number;
                                long result = what.equals("plus") ? a + b : what.equals("minus") ? a - b : a * b;
                                results.addAll(Relation.of(new Atom('n', null, wide ? result : (int) result)));
                            }
                        }
                        return results;
                    };
                }
                case "those": {
                    Bindings bindings = new Bindings();
                    Formula body = readFormula();
                    return () -> {
                        Relation those = new Relation();
                        bindings.each(0, new java.util.ArrayList<>(), chosen -> {
                            if (body.holds()) {
                                those.add(java.util.List.copyOf(chosen));
                            }
                        });
                        return those;
                    };
                }
                default:
                    throw new IllegalStateException("no expression begins with " + what);
            }
        }
    }

