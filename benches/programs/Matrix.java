/** Multiplies square matrices: two-dimensional arrays and floating point. */
public class Matrix {
    public static void main(String[] args) {
        int n = 120;
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i - 2 * j;
            }
        }
        double trace = 0;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
            trace += c[i][i];
        }
        System.out.println(trace);
    }
}
