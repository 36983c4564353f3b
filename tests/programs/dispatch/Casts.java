// A checked cast of an unknown type; null passes every cast.
// run: blind
// args: --method Casts.blind
// verdict: violated
// violation: ClassCastException at blind:@cast
// run: checked
// args: --method Casts.checked
// verdict: proved
// run: after
// args: --method Casts.after
// verdict: violated
// violation: ClassCastException at after:@after
// violation: NullPointerException at after:@read
class Fruit {
}

class Apple extends Fruit {
    int seeds;
}

class Pear extends Fruit {
}

class Casts {
    static Apple blind(Fruit fruit) {
        return (Apple) fruit; // @cast
    }

    static int checked(Fruit fruit) {
        if (fruit instanceof Apple) {
            return ((Apple) fruit).seeds;
        }
        Fruit none = null;
        Apple nothing = (Apple) none;
        assert nothing == null;
        return 0;
    }

    static int after(Fruit fruit) {
        Apple apple = (Apple) fruit; // @after
        return apple.seeds; // @read
    }
}
