// Objects of two classes that refer to each other.
// run: consistent
// args: --method MutualFields.check --requires MutualFields.consistent
// verdict: proved
// run: any
// args: --method MutualFields.check --requires MutualFields.present
// verdict: violated
// violation: AssertionError at check:@back
class Owner {
    Pet pet;
}

class Pet {
    Owner owner;
    int age;
}

class MutualFields {
    static boolean present(Owner owner) {
        return owner != null && owner.pet != null && owner.pet.owner != null;
    }

    static boolean consistent(Owner owner) {
        return present(owner) && owner.pet.owner == owner;
    }

    static void check(Owner owner) {
        Pet pet = owner.pet;
        assert pet.owner.pet == pet; // @back
    }
}
