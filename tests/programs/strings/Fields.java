// Strings in fields and arrays of the input.
// run: field
// args: --method Fields.friends --depth 3 --string-length 4
// verdict: violated
// violation: AssertionError at friends:@friends
// run: array
// args: --method Fields.array --string-length 3 --depth 2
// verdict: violated
// violation: AssertionError at array:@array
// run: untouched
// args: --method Fields.untouched --depth 3 --string-length 3
// verdict: proved
class Fields {
    static class Person {
        String name;
        int age;
        Person friend;
    }

    static void friends(Person p) {
        if (p != null && p.friend != null && p.name != null && p.name.equals(p.friend.name)) {
            assert p.age == p.friend.age; // @friends
        }
    }

    static void array(String[] words) {
        if (words != null && words.length == 2 && words[0] != null && words[1] != null) {
            if (words[0].equals("x")) {
                assert !words[1].startsWith("y"); // @array
            }
        }
    }

    static void untouched(Person p, Person q) {
        if (p != null && q != null && p.name != null && q.name != null) {
            String before = q.name;
            p.name = "new";
            if (p != q) {
                assert q.name == before;
            } else {
                assert q.name.equals("new");
            }
        }
    }
}
