// Different strings, one hash code.
// run: collide
// args: --method HashCollision.collide
// verdict: violated
// violation: AssertionError at collide:@collide
// run: values
// args: --method HashCollision.values
// verdict: proved
class HashCollision {
    static void collide() {
        assert "Aa".hashCode() != "BB".hashCode(); // @collide
    }

    static void values() {
        assert "".hashCode() == 0;
        assert "hello".hashCode() == 99162322;
        assert !"Aa".equals("BB") && "Aa".equals("A" + 'a') && !"Aa".equals(null);
    }
}
