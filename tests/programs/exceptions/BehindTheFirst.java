// A trivial violation ends its path, not the search: those on longer paths, which later rounds follow, are found as well.
// run: default
// args: --method BehindTheFirst.count
// verdict: violated
// violation: NullPointerException at count:@null
// violation: ArithmeticException at count:@zero
// violation: StringIndexOutOfBoundsException at last:@last
// run: all
// args: --method BehindTheFirst.count --keep-looking --timeout 10s
// verdict: violated
// violation: NullPointerException at count:@null
// violation: ArithmeticException at count:@zero
// violation: StringIndexOutOfBoundsException at last:@last
// run: first
// args: --method BehindTheFirst.count --first
// verdict: violated
// violation: NullPointerException at count:@null
class BehindTheFirst {
    static int count(int[] numbers, int n) {
        int sum = numbers.length; // @null
        int i = 0;
        while (i < n && i < 30) {
            sum += i++;
        }
        if (i == 20) {
            return sum / (sum - numbers.length - 190); // @zero
        }
        return i == 25 ? last("") : sum;
    }

    static char last(String text) {
        return text.charAt(text.length() - 1); // @last
    }
}
