// getClass, class literals and their names.
// run: names
// args: --method ClassNames.names
// verdict: proved
// run: different
// args: --method ClassNames.different
// verdict: violated
// violation: AssertionError at different:@different
class ClassNames {
    static class Base {
    }

    static class Nested extends Base {
    }

    static void names(Object value) {
        if (value instanceof ClassNames) {
            assert value.getClass() == ClassNames.class;
            assert value.getClass().getName().equals("ClassNames");
        }
        assert Nested.class.getName().equals("ClassNames$Nested") && Nested.class.getSimpleName().equals("Nested");
        assert int[].class.getSimpleName().equals("int[]") && new int[0][0].getClass().getName().equals("[[I");
        assert int.class != Integer.class && Integer[].class.getComponentType() == Integer.class;
    }

    static void different(Base one, Base other) {
        if (one != null && other != null) {
            assert one.getClass() == other.getClass(); // @different
        }
    }
}
