public class MathLib {
    public static void main(String[] args) {
        double[] xs = {0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e300, -1e-300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 3.999999, 4503599627370497.5, 0.49999999999999994};
        for (double x : xs) System.out.print(Math.floor(x) + " " + Math.ceil(x) + " " + Math.rint(x) + " " + Math.round(x) + " " + Math.sqrt(x) + " " + Math.abs(x) + " " + Math.signum(x) + " " + Math.ulp(x) + " " + Math.nextUp(x) + " " + Math.getExponent(x) + " " + Math.round((float) x) + ";");
        System.out.println();
        for (double x : xs) for (double y : new double[]{0.0, -0.0, 1.0, -1.0, 2.0, 3.0, Double.NaN, Double.POSITIVE_INFINITY, 0.75}) System.out.print(Math.min(x, y) + " " + Math.max(x, y) + " " + Math.IEEEremainder(x, y) + " " + x % y + " " + Math.copySign(x, y) + ";");
        System.out.println();
        System.out.println(Math.pow(2, 10) + " " + Math.pow(1, Double.NaN) + " " + Math.pow(-1, Double.POSITIVE_INFINITY) + " " + Math.pow(0, 0) + " " + Math.pow(-2, 3) + " " + Math.pow(-2, 0.5) + " " + Math.pow(2, -1074) + " " + Math.pow(Double.NaN, 0));
        System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.log10(1000) + " " + Math.log(-1) + " " + Math.exp(Double.NEGATIVE_INFINITY) + " " + Math.atan2(0.0, -0.0) + " " + Math.tan(0) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.toDegrees(Math.PI) + " " + Math.fma(2.0, 3.0, 4.0));
        System.out.println(Math.abs(-5) + " " + Math.abs(Integer.MIN_VALUE) + Math.abs(-5L) + Math.max(3, 4) + Math.min(3L, 4L) + Math.abs(-2.5f));
        System.out.println(StrictMath.sqrt(2) + " " + StrictMath.floor(-1.5) + StrictMath.abs(-1) + StrictMath.pow(2, 0.5) + " " + StrictMath.cbrt(2) + " " + StrictMath.exp(1) + " " + StrictMath.hypot(1, 1));
    }
}
