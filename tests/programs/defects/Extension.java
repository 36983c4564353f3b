// The ending of a file name that has neither a dot nor a slash: both are found nowhere, at the same place.
// run: defect
// args: --method ExtensionDefect.extension
// verdict: violated
// violation: StringIndexOutOfBoundsException at extension:@cut
// run: fixed
// args: --method ExtensionFixed.extension
// verdict: bounded
class ExtensionDefect {
    static String extension(String name) {
        if (name == null || name.isEmpty()) {
            return "";
        }
        int dot = name.lastIndexOf('.');
        int slash = name.lastIndexOf('/');
        if (dot < slash) {
            return "";
        }
        return name.substring(dot); // @cut
    }
}

class ExtensionFixed {
    static String extension(String name) {
        if (name == null || name.isEmpty()) {
            return "";
        }
        int dot = name.lastIndexOf('.');
        int slash = name.lastIndexOf('/');
        if (dot < 0 || dot < slash) {
            return "";
        }
        return name.substring(dot);
    }
}
