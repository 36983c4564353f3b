// Readers read ahead: what a second one finds is not modelled.
// run: scanners
// args: --method TwoReaders.scanners --heap lazy
// verdict: inconclusive
// reason: a second reader of the standard input
// run: stream
// args: --method TwoReaders.stream --heap lazy
// verdict: inconclusive
// reason: a second reader of the standard input
// run: delimiter
// args: --method TwoReaders.delimiter --heap lazy
// verdict: inconclusive
// reason: useDelimiter
// run: threads
// args: --method TwoReaders.threads --heap lazy
// verdict: inconclusive
// reason: while several threads run
// run: mark
// args: --method TwoReaders.mark --heap lazy
// verdict: inconclusive
// reason: a mark in the standard input
// run: locale
// args: --method TwoReaders.locale --heap lazy
// verdict: inconclusive
// reason: locale
// run: alias
// args: --method TwoReaders.alias --heap lazy
// verdict: violated
// violation: AssertionError at alias:@alias
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Locale;
import java.util.Scanner;

class TwoReaders {
    static Scanner shared;

    static void scanners() {
        int first = new Scanner(System.in).nextInt();
        int second = new Scanner(System.in).nextInt();
        assert first != second;
    }

    static void stream() throws IOException {
        new Scanner(System.in).nextInt();
        assert System.in.read() == '\n';
    }

    static void delimiter() {
        assert new Scanner(System.in).useDelimiter(",").nextInt() != 4;
    }

    static void threads() throws InterruptedException {
        shared = new Scanner(System.in);
        Thread reader = new Thread(() -> shared.nextInt());
        reader.start();
        reader.join();
    }

    static void mark() throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        reader.mark(100);
        String line = reader.readLine();
        reader.reset();
        assert line == null || line.equals(reader.readLine());
    }

    // "1.5" is no number in German.
    static void locale() {
        Locale.setDefault(Locale.GERMANY);
        Scanner scanner = new Scanner(System.in);
        assert scanner.nextDouble() != 1.5;
    }

    static void alias() {
        Scanner own = new Scanner(System.in);
        shared = own;
        int first = own.nextInt();
        int second = shared.nextInt();
        assert first <= second; // @alias
    }
}
