/** Counts votes: every branch doubles the paths. */
public class Votes {
    static void count(boolean[] votes) {
        if (votes == null || votes.length != 12) {
            return;
        }
        int yes = 0;
        int no = 0;
        for (int i = 0; i < 12; i++) {
            if (votes[i]) {
                yes++;
            } else {
                no++;
            }
        }
        assert yes + no == 12;
    }

    /** Counts its arguments. */
    public static void main(String[] arguments) {
        int yes = 0;
        for (String vote : arguments) {
            yes += vote.equals("yes") ? 1 : 0;
        }
        System.out.println(yes + " yes, " + (arguments.length - yes) + " no");
    }
}
