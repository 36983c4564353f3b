// Texts compared by == are equal only by accident.
// run: defect
// args: --method TextIdentityDefect.isAdmin
// verdict: violated
// violation: AssertionError at isAdmin:@same
// run: fixed
// args: --method TextIdentityFixed.isAdmin
// verdict: proved
class TextIdentityDefect {
    private final String role;

    TextIdentityDefect(String role) {
        this.role = role;
    }

    boolean mayWrite() {
        return role == "admin" || role == "editor";
    }

    static void isAdmin(boolean first) {
        String role = new StringBuilder(first ? "ad" : "gu").append(first ? "min" : "est").toString();
        assert new TextIdentityDefect(role).mayWrite() == first; // @same
    }
}

class TextIdentityFixed {
    private final String role;

    TextIdentityFixed(String role) {
        this.role = role;
    }

    boolean mayWrite() {
        return "admin".equals(role) || "editor".equals(role);
    }

    static void isAdmin(boolean first) {
        String role = new StringBuilder(first ? "ad" : "gu").append(first ? "min" : "est").toString();
        assert new TextIdentityFixed(role).mayWrite() == first;
    }
}
