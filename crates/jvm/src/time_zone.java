/** Tells the time zone of this JVM. */
class LazuliTimeZone {
    public static void main(String[] none) {
        System.out.println(java.util.TimeZone.getDefault().getID());
    }
}
