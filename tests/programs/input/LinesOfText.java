// A buffered reader gives lines of any text, and null at the end.
// run: null
// args: --method LinesOfText.first --heap lazy
// verdict: violated
// violation: NullPointerException at first:@null
// run: number
// args: --method LinesOfText.number --heap lazy --string-length 4
// verdict: violated
// violation: AssertionError at number:@number
// run: proof
// args: --method LinesOfText.ends --heap lazy
// verdict: proved
// run: bound
// args: --method LinesOfText.noLineEnd --heap lazy --string-length 4
// verdict: bounded
// run: ready
// args: --method LinesOfText.ready --heap lazy
// verdict: violated
// violation: AssertionError at ready:@go
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class LinesOfText {
    static BufferedReader reader() {
        return new BufferedReader(new InputStreamReader(System.in));
    }

    static int first() throws IOException {
        return reader().readLine().length(); // @null
    }

    static void number() throws IOException {
        String line = reader().readLine();
        if (line != null) {
            assert Integer.parseInt(line.trim()) != 42; // @number
        }
    }

    static void ends() throws IOException {
        BufferedReader reader = reader();
        if (reader.readLine() == null) {
            assert reader.readLine() == null;
        }
    }

    static void noLineEnd() throws IOException {
        String line = reader().readLine();
        assert line == null || line.indexOf('\n') < 0 && line.indexOf('\r') < 0;
    }

    static void ready() throws IOException {
        BufferedReader reader = reader();
        int count = 0;
        while (reader.ready()) {
            if (reader.readLine().equals("go")) {
                count++;
            }
        }
        assert count < 2; // @go
    }
}
