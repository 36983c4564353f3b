// Identity hash codes differ from run to run. Hash tables work with any; nobody else is told one, whoever asks for it.
// run: hash
// args: --method IdentityHashes.hash
// verdict: inconclusive
// reason: an identity hash code
// run: list
// args: --method IdentityHashes.list
// verdict: inconclusive
// reason: an identity hash code
// run: record
// args: --method IdentityHashes.record
// verdict: inconclusive
// reason: an identity hash code
// run: enum
// args: --method IdentityHashes.constant
// verdict: inconclusive
// reason: an identity hash code
// run: class
// args: --method IdentityHashes.klass
// verdict: inconclusive
// reason: an identity hash code
// run: lambda
// args: --method IdentityHashes.lambda
// verdict: inconclusive
// reason: an identity hash code
// run: set
// args: --method IdentityHashes.set
// verdict: inconclusive
// reason: an identity hash code
// run: keys
// args: --method IdentityHashes.keys
// verdict: inconclusive
// reason: an identity hash code
// run: boxed
// args: --method IdentityHashes.boxed
// verdict: inconclusive
// reason: an identity hash code
// run: computed
// args: --method IdentityHashes.computed
// verdict: inconclusive
// reason: an identity hash code
// run: looked
// args: --method IdentityHashes.looked
// verdict: inconclusive
// reason: an identity hash code
// run: hashtable
// args: --method IdentityHashes.hashtable
// verdict: inconclusive
// reason: identity hash code
// run: text
// args: --method IdentityHashes.text
// verdict: inconclusive
// run: tables
// args: --method IdentityHashes.tables
// verdict: proved
// run: printed
// args: --method IdentityHashes.printed
// verdict: proved
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

class IdentityHashes {
    enum Suit { CLUBS, HEARTS }

    record Holder(Object held, int number) { }

    static class Card {
        final Suit suit;
        final Object other;
        final int rank;

        Card(Suit suit, Object other, int rank) {
            this.suit = suit;
            this.other = other;
            this.rank = rank;
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Card card && card.suit == suit && card.other == other && card.rank == rank;
        }

        @Override
        public int hashCode() {
            return 31 * Objects.hash(suit, other, rank) + (suit == null ? 0 : suit.hashCode());
        }
    }

    static class Curious {
        static int odd;

        @Override
        public int hashCode() {
            int hash = super.hashCode();
            if ((hash & 1) == 1) {
                odd++;
            }
            return hash;
        }
    }

    static void hash() {
        assert (Objects.hash(new Object()) & 1) == 0;
    }

    static void list() {
        assert (List.of(new Object()).hashCode() & 1) == 0;
    }

    static void record() {
        assert (new Holder(new Object(), 1).hashCode() & 1) == 0;
    }

    static void constant() {
        assert (Suit.CLUBS.hashCode() & 1) == 0;
    }

    static void klass() {
        assert (Suit.class.hashCode() & 1) == 0;
    }

    static void lambda() {
        Runnable nothing = () -> { };
        assert (Objects.hashCode(nothing) & 1) == 0;
    }

    static void set() {
        assert (new HashSet<>(List.of(new Object())).hashCode() & 1) == 0;
    }

    static void keys() {
        Map<Object, Object> map = new IdentityHashMap<>();
        map.put(new Object(), 1);
        assert (map.keySet().hashCode() & 1) == 0;
    }

    static void boxed() {
        assert (Stream.of(new Object()).map(Objects::hashCode).findFirst().get() & 1) == 0;
    }

    static void computed() {
        Map<Object, Integer> map = new HashMap<>();
        assert (map.computeIfAbsent(Suit.CLUBS, Objects::hashCode) & 1) == 0;
    }

    static void looked() {
        new HashMap<>().put(new Curious(), 1);
        assert Curious.odd == 0;
    }

    static void hashtable() {
        Map<Object, Integer> map = new Hashtable<>();
        map.put(new Object(), 1);
        assert (map.hashCode() & 1) == 0;
    }

    static void text() {
        assert !new Object().toString().endsWith("0");
    }

    static void tables(int n) {
        Object key = new Object();
        Map<Object, Integer> map = new HashMap<>();
        map.put(key, n);
        map.put(Suit.HEARTS, 2);
        map.put(Suit.class, 3);
        map.put(new Holder(key, 5), 4);
        map.put(new Card(Suit.CLUBS, key, 3), 5);
        map.put(List.of(Suit.CLUBS, Suit.HEARTS), 6);
        assert map.get(key) == n && map.get(Suit.HEARTS) == 2 && map.get(Suit.class) == 3;
        assert map.get(new Holder(key, 5)) == 4 && map.get(new Card(Suit.CLUBS, key, 3)) == 5;
        assert map.get(List.of(Suit.CLUBS, Suit.HEARTS)) == 6 && map.get(Suit.CLUBS) == null;
        Map<Object, Integer> concurrent = new ConcurrentHashMap<>(map);
        concurrent.merge(key, 1, (old, one) -> old);
        assert concurrent.get(key) == n && concurrent.size() == 6;
        Map<Object, Integer> identity = new IdentityHashMap<>(map);
        assert identity.get(key) == n && identity.get(new Holder(key, 5)) == null;
        Map<Object, Integer> old = new Hashtable<>();
        old.put(key, n);
        assert old.get(key) == n;
        assert Set.of(key, Suit.CLUBS).contains(key) && new LinkedHashSet<>(List.of(key)).contains(key);
    }

    static void printed() {
        Object object = new Object();
        System.out.println(object + " and " + new int[0]);
        assert object != null;
    }
}
