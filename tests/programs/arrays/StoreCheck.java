// An array of a subclass does not take objects of the superclass.
// run: concrete
// args: --method StoreCheck.concrete
// verdict: violated
// violation: ArrayStoreException at concrete:@concrete
// run: parameter
// args: --method StoreCheck.parameter --requires StoreCheck.nonEmpty
// verdict: violated
// violation: ArrayStoreException at parameter:@parameter
// run: null
// args: --method StoreCheck.nothing --requires StoreCheck.nonEmpty
// verdict: proved
class Animal {
}

class Cat extends Animal {
}

class StoreCheck {
    static boolean nonEmpty(Animal[] animals) {
        return animals != null && animals.length > 0;
    }

    static void concrete(boolean cats) {
        Animal[] animals = cats ? new Cat[1] : new Animal[1];
        animals[0] = new Animal(); // @concrete
    }

    static void parameter(Animal[] animals) {
        animals[0] = new Animal(); // @parameter
    }

    static void nothing(Animal[] animals) {
        animals[0] = null;
        assert animals[0] == null;
    }
}
