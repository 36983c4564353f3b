// System.in byte by byte, and characters made of bytes by the library.
// run: bug
// args: --method SingleBytes.letter --heap lazy
// verdict: violated
// violation: AssertionError at letter:@letter
// run: proof
// args: --method SingleBytes.range --heap lazy
// verdict: proved
// paths: 2
// run: large
// args: --method SingleBytes.large --heap lazy
// verdict: violated
// violation: AssertionError at large:@large
// run: count
// args: --method SingleBytes.count --heap lazy --string-length 3
// verdict: bounded
// run: characters
// args: --method SingleBytes.characters --heap lazy --string-length 3
// verdict: violated
// violation: AssertionError at characters:@ok
// run: foreign
// args: --method SingleBytes.foreign --heap lazy --string-length 3
// verdict: inconclusive
// reason: beyond ASCII
// run: several
// args: --method SingleBytes.several --heap lazy --string-length 3
// verdict: violated
// violation: AssertionError at several:@several
// run: all
// args: --method SingleBytes.allCharacters --heap lazy --string-length 3
// verdict: violated
// violation: AssertionError at allCharacters:@all
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;

class SingleBytes {
    static void letter() throws IOException {
        assert System.in.read() != 'x'; // @letter
    }

    static void range() throws IOException {
        int first = System.in.read();
        assert first >= -1 && first < 256;
    }

    static void large() throws IOException {
        assert System.in.read() != 255; // @large
    }

    static void count() throws IOException {
        int count = 0;
        while (System.in.read() != -1) {
            count++;
        }
        assert count <= 3;
    }

    static void characters() throws IOException {
        Reader reader = new InputStreamReader(System.in);
        int first = reader.read();
        assert !(first == 'o' && reader.read() == 'k' && reader.read() == -1); // @ok
    }

    static void foreign() throws IOException {
        Reader reader = new InputStreamReader(System.in);
        assert reader.read() < 128;
    }

    static void several() throws IOException {
        byte[] all = System.in.readAllBytes();
        assert all.length != 2 || all[0] != 'h' || all[1] != 'i'; // @several
    }

    // Of a file, as many characters as there are.
    static void allCharacters() throws IOException {
        char[] characters = new char[4];
        int count = new InputStreamReader(System.in).read(characters);
        assert count < 2 || characters[1] != 'y'; // @all
    }
}
