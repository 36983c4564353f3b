// A closing bracket without an opening one.
// run: defect
// args: --method EmptyStackPopDefect.balanced
// verdict: violated
// violation: EmptyStackException at balanced:@pop
// run: fixed
// args: --method EmptyStackPopFixed.balanced --string-length 4
// verdict: bounded
import java.util.Stack;

class EmptyStackPopDefect {
    static boolean balanced(String text) {
        if (text == null) {
            return true;
        }
        Stack<Character> open = new Stack<>();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(' || c == '[') {
                open.push(c);
            } else if (c == ')' || c == ']') {
                char last = open.pop(); // @pop
                if (last == '(' != (c == ')')) {
                    return false;
                }
            }
        }
        return open.isEmpty();
    }
}

class EmptyStackPopFixed {
    static boolean balanced(String text) {
        if (text == null) {
            return true;
        }
        Stack<Character> open = new Stack<>();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(' || c == '[') {
                open.push(c);
            } else if (c == ')' || c == ']') {
                if (open.isEmpty()) {
                    return false;
                }
                char last = open.pop();
                if (last == '(' != (c == ')')) {
                    return false;
                }
            }
        }
        return open.isEmpty();
    }
}
