// What close throws is suppressed by what the body threw; resources close in reverse order.
// run: suppressed
// args: --method SuppressedExceptions.suppressed
// verdict: proved
// run: lost
// args: --method SuppressedExceptions.lost
// verdict: violated
// violation: AssertionError at lost:@lost
class SuppressedExceptions {
    static class Resource implements AutoCloseable {
        private final String name;
        private final StringBuilder order;
        private final boolean fails;

        Resource(String name, StringBuilder order, boolean fails) {
            this.name = name;
            this.order = order;
            this.fails = fails;
        }

        @Override
        public void close() {
            order.append(name);
            if (fails) {
                throw new IllegalStateException(name);
            }
        }
    }

    static void suppressed(boolean body, boolean close) {
        StringBuilder order = new StringBuilder();
        try (Resource first = new Resource("1", order, close); Resource second = new Resource("2", order, close)) {
            if (body) {
                throw new IllegalStateException("body");
            }
        } catch (IllegalStateException e) {
            assert e.getMessage().equals(body ? "body" : "2");
            int others = close ? (body ? 2 : 1) : 0;
            assert e.getSuppressed().length == others;
            assert others == 0 || e.getSuppressed()[others - 1].getMessage().equals("1");
        }
        assert order.toString().equals("21");
    }

    static void lost(boolean close) {
        StringBuilder order = new StringBuilder();
        try {
            try (Resource only = new Resource("1", order, close)) {
                throw new IllegalStateException("body");
            } finally {
                order.append("f");
            }
        } catch (IllegalStateException e) {
            assert e.getSuppressed().length == 0; // @lost
        }
    }
}
