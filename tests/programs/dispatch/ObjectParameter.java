// An Object from outside is not always a string.
// args: --method ObjectParameter.text
// verdict: violated
// violation: ClassCastException at text:@cast
class ObjectParameter {
    static boolean text(Object o) {
        String s = (String) o; // @cast
        return s == null;
    }
}
