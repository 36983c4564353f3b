// The classes of the class path have one loader, which is also that of the context; the library's have none.
// run: loaders
// args: --method ClassLoaders.loaders
// verdict: proved
// run: loading
// args: --method ClassLoaders.loading
// verdict: proved
// run: made
// args: --method ClassLoaders.made
// verdict: violated
// violation: AssertionError at made:@seven
// run: resources
// args: --method ClassLoaders.resources
// verdict: inconclusive
// reason: ClassLoader.getResource
public class ClassLoaders {
    static class Counter {
        int count = 7;
    }

    static void loaders() {
        ClassLoader own = ClassLoaders.class.getClassLoader();
        assert own != null;
        assert own == Thread.currentThread().getContextClassLoader();
        assert own == ClassLoader.getSystemClassLoader();
        assert own == Counter.class.getClassLoader();
        assert String.class.getClassLoader() == null;
        assert int[].class.getClassLoader() == null;
        Thread.currentThread().setContextClassLoader(own);
        assert Thread.currentThread().getContextClassLoader() == own;
    }

    static void loading() throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        assert loader.loadClass("ClassLoaders$Counter") == Counter.class;
        assert Class.forName("java.lang.String", false, loader) == String.class;
    }

    static void made(int x) throws ReflectiveOperationException {
        ClassLoader loader = ClassLoaders.class.getClassLoader();
        Counter counter = (Counter) loader.loadClass("ClassLoaders$Counter").getDeclaredConstructor().newInstance();
        assert counter.count != x; // @seven
    }

    static void resources() {
        assert ClassLoaders.class.getClassLoader().getResource("nothing") == null;
    }
}
