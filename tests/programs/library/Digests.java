// Digests, authentication codes and checksums are computed by the library's own code, which finds its providers by reading the
// configuration of its JDK. What a source of random bytes gives is no constant.
// run: md5
// args: --method Digests.md5
// verdict: proved
// run: sha1
// args: --method Digests.sha1
// verdict: proved
// run: sha256
// args: --method Digests.sha256
// verdict: proved
// run: wrongLength
// args: --method Digests.wrongLength
// verdict: violated
// violation: AssertionError at wrongLength:@wrong
// run: digestOfUnknown
// args: --method Digests.digestOfUnknown
// verdict: proved
// run: noSuchDigest
// args: --method Digests.noSuchDigest
// verdict: proved
// run: authentication
// args: --method Digests.authentication
// verdict: proved
// run: named
// args: --method Digests.named
// verdict: proved
// run: checksum
// args: --method Digests.checksum
// verdict: proved
// run: random
// args: --method Digests.random
// verdict: inconclusive
// reason: random bytes of /dev/urandom
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Digests {
    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        return text.toString();
    }

    static String digest(String algorithm, String text) throws NoSuchAlgorithmException {
        return hex(MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    static void md5() throws NoSuchAlgorithmException {
        assert digest("MD5", "").equals("d41d8cd98f00b204e9800998ecf8427e");
        assert digest("MD5", "abc").equals("900150983cd24fb0d6963f7d28e17f72");
    }

    static void sha1() throws NoSuchAlgorithmException {
        assert digest("SHA-1", "abc").equals("a9993e364706816aba3e25717850c26c9cd0d89d");
    }

    static void sha256() throws NoSuchAlgorithmException {
        String expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert digest("SHA-256", "abc").equals(expected);
        assert MessageDigest.getInstance("SHA-256").getDigestLength() == 32;
    }

    static void wrongLength(boolean isLong) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance(isLong ? "SHA-256" : "SHA-1");
        assert digest.getDigestLength() == 20; // @wrong
    }

    static void digestOfUnknown(byte b) throws NoSuchAlgorithmException {
        assert MessageDigest.getInstance("MD5").digest(new byte[] {b}).length == 16;
    }

    static void noSuchDigest() {
        try {
            MessageDigest.getInstance("MD17");
            assert false;
        } catch (NoSuchAlgorithmException e) {
            assert e != null;
        }
    }

    static void authentication() throws Exception {
        Mac mac = Mac.getInstance("HmacMD5");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacMD5"));
        byte[] code = mac.doFinal("The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.UTF_8));
        assert hex(code).equals("80070713463e7749b90c2dc24911e275");
    }

    static void named() {
        UUID id = UUID.nameUUIDFromBytes("abc".getBytes(StandardCharsets.UTF_8));
        assert id.version() == 3;
        assert id.toString().equals("90015098-3cd2-3fb0-9696-3f7d28e17f72");
    }

    static void checksum() {
        CRC32 crc = new CRC32();
        crc.update("123456789".getBytes(StandardCharsets.UTF_8));
        assert crc.getValue() == 0xCBF43926L;
        Adler32 adler = new Adler32();
        adler.update("Wikipedia".getBytes(StandardCharsets.UTF_8));
        assert adler.getValue() == 0x11E60398L;
    }

    static void random() {
        assert new SecureRandom().nextInt() != 0;
    }
}
