// A null for the variable arguments is no array at all.
// run: defect
// args: --method VarargsNullDefect.join
// verdict: violated
// violation: NullPointerException at join:@parts
// run: fixed
// args: --method VarargsNullFixed.join
// verdict: bounded
class VarargsNullDefect {
    static String join(char separator, String... parts) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.length && i < 3; i++) { // @parts
            if (i > 0) {
                text.append(separator);
            }
            text.append(parts[i]);
        }
        return text.toString();
    }
}

class VarargsNullFixed {
    static String join(char separator, String... parts) {
        if (parts == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.length && i < 3; i++) {
            if (i > 0) {
                text.append(separator);
            }
            text.append(parts[i]);
        }
        return text.toString();
    }
}
