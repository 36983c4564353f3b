// Names may be missing, and the order of people does not know it.
// run: defect
// args: --method CompareNullDefect.ordered
// verdict: violated
// violation: NullPointerException at compareTo:@name
// run: fixed
// args: --method CompareNullFixed.ordered
// verdict: bounded
class CompareNullDefect {
    static final class Person implements Comparable<Person> {
        final String name;
        final int born;

        Person(String name, int born) {
            this.name = name;
            this.born = born;
        }

        @Override
        public int compareTo(Person other) {
            int order = Integer.compare(born, other.born);
            return order != 0 ? order : name.compareTo(other.name); // @name
        }
    }

    static int ordered(String one, int born) {
        return new Person(one, born).compareTo(new Person("Ada", 1815));
    }
}

class CompareNullFixed {
    static final class Person implements Comparable<Person> {
        final String name;
        final int born;

        Person(String name, int born) {
            this.name = name;
            this.born = born;
        }

        @Override
        public int compareTo(Person other) {
            int order = Integer.compare(born, other.born);
            if (order != 0 || name == null || other.name == null) {
                return order != 0 ? order : Boolean.compare(name != null, other.name != null);
            }
            return name.compareTo(other.name);
        }
    }

    static int ordered(String one, int born) {
        return new Person(one, born).compareTo(new Person("Ada", 1815));
    }
}
