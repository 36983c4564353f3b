// Resources are closed in reverse order; what closing throws is suppressed.
// args: --method Resources.check
// verdict: proved
class Resources {
    static int trace;

    static class Door implements AutoCloseable {
        final int number;

        Door(int number) {
            this.number = number;
        }

        @Override
        public void close() {
            trace = trace * 10 + number;
            if (number == 2) {
                throw new IllegalStateException("stuck");
            }
        }
    }

    static void check(boolean fail) {
        try (Door one = new Door(1); Door two = new Door(2); Door none = null) {
            trace = trace * 10 + 9;
            if (fail) {
                throw new IllegalArgumentException("body");
            }
        } catch (IllegalArgumentException e) {
            assert fail;
            trace = trace * 10 + 7;
        } catch (IllegalStateException e) {
            assert !fail;
            trace = trace * 10 + 8;
        }
        assert trace == (fail ? 9217 : 9218);
    }
}
