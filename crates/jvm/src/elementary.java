import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;

/** Answers what an elementary function gives: a line `Math sin 4004000000000000` by the same, ` = ` and the bits of the result. */
class LazuliElementary {
    public static void main(String[] none) throws IOException, ReflectiveOperationException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] words = line.split(" ");
            Class<?>[] types = new Class<?>[words.length - 2];
            Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                types[i] = double.class;
                arguments[i] = Double.longBitsToDouble(Long.parseUnsignedLong(words[i + 2], 16));
            }
            Method function = Class.forName("java.lang." + words[0]).getMethod(words[1], types);
            long result = Double.doubleToLongBits((Double) function.invoke(null, arguments));
            System.out.println(line + " = " + Long.toHexString(result));
            System.out.flush();
        }
    }
}
