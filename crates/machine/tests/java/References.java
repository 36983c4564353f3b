import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Hashtable;
import java.util.Map;
import java.util.WeakHashMap;

public class References {
    static final Object KEPT = new Object();

    public static void main(String[] arguments) {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> weak = new WeakReference<>(KEPT, queue);
        SoftReference<Object> soft = new SoftReference<>(KEPT, queue);
        PhantomReference<Object> phantom = new PhantomReference<>(KEPT, queue);
        System.out.println((weak.get() == KEPT) + " " + (soft.get() == KEPT) + " " + phantom.get());
        System.out.println(weak.refersTo(KEPT) + " " + weak.refersTo(null) + " " + phantom.refersTo(KEPT));
        System.out.println(queue.poll() + " " + weak.isEnqueued());
        System.out.println(weak.enqueue() + " " + weak.enqueue() + " " + weak.isEnqueued() + " " + weak.get());
        phantom.clear();
        System.out.println(phantom.refersTo(null));
        Reference.reachabilityFence(KEPT);
        Map<Object, Integer> map = new WeakHashMap<>();
        map.put(KEPT, 1);
        map.put("literal", 2);
        System.out.println(map.size() + " " + map.get(KEPT) + " " + map.remove("literal") + " " + map.get("literal"));
        Map<String, Integer> table = new Hashtable<>(Map.of("a", 1, "b", 2));
        System.out.println(table.hashCode() + " " + table.entrySet().hashCode());
        System.out.println(KEPT.toString().startsWith("java.lang.Object@"));
    }
}
