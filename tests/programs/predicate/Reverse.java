// Two indices that run towards each other, and whose sum stays the same.
// args: --method Reverse.reverse
// verdict: proved
class Reverse {
    static void reverse(char[] text) {
        if (text == null) {
            return;
        }
        int left = 0;
        int right = text.length - 1;
        while (left < right) {
            char swapped = text[left];
            text[left] = text[right];
            text[right] = swapped;
            left++;
            right--;
            assert left + right == text.length - 1;
        }
    }
}
