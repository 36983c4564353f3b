public class Exit {
    public static void main(String[] args) { System.out.println("before"); try { System.exit(3); } finally { System.out.println("never"); } }
}
