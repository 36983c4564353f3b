// A setting without a value: split drops what is empty at the end.
// run: defect
// args: --method SplitPartsDefect.value
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at value:@second
// run: fixed
// args: --method SplitPartsFixed.value
// verdict: bounded
class SplitPartsDefect {
    static String value(String line) {
        if (line == null || line.indexOf('=') < 0) {
            return null;
        }
        String[] parts = line.split("=");
        return parts[1]; // @second
    }
}

class SplitPartsFixed {
    static String value(String line) {
        if (line == null || line.indexOf('=') < 0) {
            return null;
        }
        String[] parts = line.split("=", 2);
        return parts[1];
    }
}
