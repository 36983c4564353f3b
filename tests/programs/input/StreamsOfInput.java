// Readers and streams that come as parameters are over text and bytes of the input.
// run: character
// args: --method StreamsOfInput.character
// verdict: violated
// violation: AssertionError at character:@character
// run: byte
// args: --method StreamsOfInput.oneByte
// verdict: violated
// violation: AssertionError at oneByte:@byte
// run: range
// args: --method StreamsOfInput.range
// verdict: bounded
// reason: of java.io.InputStream only new ByteArrayInputStream(byte[]) were tried
// run: written
// args: --method StreamsOfInput.written
// verdict: violated
// violation: AssertionError at written:@written
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;

final class StreamsOfInput {
    static void character(Reader reader) throws IOException {
        if (reader != null && reader.read() == 'a') {
            assert reader.read() != 'b'; // @character
        }
    }

    static void oneByte(InputStream stream) throws IOException {
        assert stream == null || stream.read() != 200; // @byte
    }

    static void range(InputStream stream) throws IOException {
        if (stream != null) {
            int read = stream.read();
            assert read >= -1 && read < 256;
        }
    }

    static void written(Writer writer, char letter) throws IOException {
        if (writer != null) {
            writer.write(letter);
            assert !writer.toString().equals("z"); // @written
        }
    }
}
