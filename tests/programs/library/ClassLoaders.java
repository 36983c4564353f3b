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
// run: missing
// args: --method ClassLoaders.missing
// verdict: proved
// run: found
// args: --method ClassLoaders.found
// verdict: violated
// violation: AssertionError at found:@there
// run: lambda
// args: --method ClassLoaders.lambda
// verdict: proved
// run: ofLambda
// args: --method ClassLoaders.ofLambda
// verdict: inconclusive
// reason: Class.getClassLoader
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

    static boolean isMissing(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }

    static void missing() {
        ClassLoader own = ClassLoaders.class.getClassLoader();
        assert isMissing("ClassLoaders$Counter", null);
        assert isMissing("[LClassLoaders;", null);
        assert isMissing("java.sql.Connection", null);
        assert isMissing("nowhere.Nothing", own);
        assert isMissing("[Lnowhere.Nothing;", own);
        assert isMissing("LClassLoaders;", own);
        assert isMissing("ClassLoaders.Counter", own);
        assert isMissing("java.lang.Nothing", null);
        assert !isMissing("ClassLoaders$Counter", own);
        assert !isMissing("[LClassLoaders;", own);
        assert !isMissing("java.sql.Connection", own);
        assert !isMissing("java.util.logging.Logger", null);
        assert !isMissing("[I", null);
        try {
            own.loadClass("[I");
            assert false;
        } catch (ClassNotFoundException e) {
            // Loaders define no arrays.
        }
    }

    static void found(boolean isOwn) {
        ClassLoader loader = isOwn ? ClassLoaders.class.getClassLoader() : null;
        assert isMissing("ClassLoaders", loader); // @there
    }

    static void lambda() {
        Runnable nothing = () -> {};
        assert nothing.getClass().isHidden() && !Counter.class.isHidden();
        assert nothing.getClass().isSynthetic() && !Counter.class.isSynthetic();
    }

    static void ofLambda() {
        Runnable nothing = () -> {};
        assert nothing.getClass().getClassLoader() != null;
    }
}
