import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the library computes with the help of files of its JDK. */
public class Digesting {
    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append(String.format("%02x", b));
        }
        return text.toString();
    }

    static byte[] input(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + 7);
        }
        return bytes;
    }

    static void digests() throws Exception {
        for (String algorithm : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256"}) {
            for (int length : new int[] {0, 1, 55, 64, 130}) {
                System.out.println(algorithm + " " + length + " " + hex(MessageDigest.getInstance(algorithm).digest(input(length))));
            }
        }
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        System.out.println(digest.getProvider().getName() + " " + digest.getDigestLength());
        for (String algorithm : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256"}) {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(input(20), algorithm));
            System.out.println(algorithm + " " + mac.getMacLength() + " " + hex(mac.doFinal(input(100))));
        }
        System.out.println(UUID.nameUUIDFromBytes(input(10)));
    }

    static void checksums() {
        for (int length : new int[] {0, 1, 300}) {
            CRC32 crc = new CRC32();
            crc.update(input(length));
            crc.update(length);
            Adler32 adler = new Adler32();
            adler.update(input(length), 0, length / 2);
            adler.update(length);
            System.out.println(length + " " + crc.getValue() + " " + adler.getValue());
        }
    }

    static void zones() {
        for (String name : new String[] {"Europe/Paris", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Lord_Howe"}) {
            ZoneId zone = ZoneId.of(name);
            TimeZone old = TimeZone.getTimeZone(name);
            System.out.println(name + " " + old.getRawOffset() + " " + old.useDaylightTime() + " " + old.getDSTSavings());
            for (int month = 1; month < 12; month += 5) {
                ZonedDateTime time = LocalDateTime.of(2019, month, 15, 2, 30).atZone(zone);
                long moment = time.toInstant().toEpochMilli();
                System.out.println(time + " " + moment + " " + old.getOffset(moment));
            }
        }
        GregorianCalendar calendar = new GregorianCalendar(2020, Calendar.FEBRUARY, 29, 12, 0, 0);
        calendar.add(Calendar.DAY_OF_YEAR, 366);
        System.out.println(calendar.getTimeInMillis() + " " + calendar.getFirstDayOfWeek() + " " + TimeZone.getDefault().getID());
    }

    static void files() throws Exception {
        File home = new File(System.getProperty("java.home"));
        File data = new File(home, "lib/tzdb.dat");
        System.out.println(data.exists() + " " + data.isFile() + " " + data.length() + " " + new File(home, "lib").isDirectory());
        Path path = data.toPath();
        System.out.println(data.canRead() + " " + Files.exists(path) + " " + Files.isRegularFile(path) + " "
            + Files.isDirectory(path) + " " + Files.isReadable(path) + " " + Files.exists(path.resolveSibling("none")));
        try (FileInputStream in = new FileInputStream(data)) {
            System.out.println(in.read() + " " + in.available() + " " + in.skip(10) + " " + in.read());
            byte[] some = new byte[7];
            System.out.println(in.read(some, 2, 4) + " " + Arrays.toString(some));
            System.out.println(Arrays.hashCode(in.readAllBytes()) + " " + in.read() + " " + in.available());
        }
        try (InputStream in = new FileInputStream(new File(home, "lib"))) {
            System.out.println("opened");
        } catch (java.io.FileNotFoundException e) {
            System.out.println(e.getMessage().substring(e.getMessage().lastIndexOf('(')));
        }
        System.out.println(new String(new FileInputStream(new File(home, "release")).readAllBytes(), StandardCharsets.UTF_8));
    }

    public static void main(String[] args) throws Exception {
        digests();
        checksums();
        zones();
        files();
    }
}
