//! Folders, class files, jars and the JDK's image.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use classpath::class_file::ClassFile;
use classpath::{ClassPath, ClassPathEntry, ClassPathError, Jdk, Origin};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An empty folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("class_path").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn class(name: &str) -> Vec<u8> {
    let mut constant_pool = ristretto_classfile::ConstantPool::default();
    let this_class = constant_pool.add_class(name).unwrap();
    let super_class = constant_pool.add_class("java/lang/Object").unwrap();
    let class_file = ristretto_classfile::ClassFile {
        version: ristretto_classfile::JAVA_17,
        constant_pool,
        this_class,
        super_class,
        ..Default::default()
    };
    let mut bytes = Vec::new();
    class_file.to_bytes(&mut bytes).unwrap();
    bytes
}

fn jar(path: &Path, files: &[(&str, &[u8])]) {
    let mut writer = ZipWriter::new(fs::File::create(path).unwrap());
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
}

fn jdk() -> Jdk {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from).unwrap_or_else(|| {
        let output = Command::new("sh").args(["-c", "command -v javac"]).output().unwrap();
        let javac = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).canonicalize().unwrap();
        javac.parent().unwrap().parent().unwrap().to_path_buf()
    });
    Jdk::open(&home).unwrap()
}

#[test]
fn a_folder_is_searched_by_name() {
    let folder = folder("folder");
    fs::create_dir_all(folder.join("a/b")).unwrap();
    fs::write(folder.join("a/b/C.class"), class("a/b/C")).unwrap();
    fs::write(folder.join("D.class"), class("D")).unwrap();
    fs::write(folder.join("module-info.class"), b"not looked at").unwrap();
    fs::write(folder.join("notes.txt"), b"").unwrap();
    let entry = ClassPathEntry::open(&folder, 17).unwrap();
    assert_eq!(entry.class_names().unwrap(), ["D", "a/b/C"]);
    let (bytes, source) = entry.find("a/b/C").unwrap().unwrap();
    assert_eq!(ClassFile::parse(bytes).unwrap().name().unwrap(), "a/b/C");
    assert!(source.ends_with("a/b/C.class"), "{source}");
    assert!(entry.find("a/b/X").unwrap().is_none());
    // A name from a hostile class file does not leave the folder.
    assert!(ClassPathEntry::open(&folder.join("a"), 17).unwrap().find("../D").unwrap().is_none());
    assert!(entry.find(&"x".repeat(10_000)).unwrap().is_none());
}

#[test]
fn a_single_class_file_names_itself() {
    let folder = folder("single");
    let path = folder.join("Whatever.class");
    fs::write(&path, class("pkg/Real")).unwrap();
    let entry = ClassPathEntry::open(&path, 17).unwrap();
    assert_eq!(entry.class_names().unwrap(), ["pkg/Real"]);
    assert!(entry.find("pkg/Real").unwrap().is_some());
    assert!(entry.find("Whatever").unwrap().is_none());
    fs::write(&path, &class("pkg/Real")[..20]).unwrap();
    let error = ClassPathEntry::open(&path, 17).unwrap_err();
    assert_eq!(error.to_string(), format!("{} is broken: it is truncated", path.display()));
}

#[test]
fn jars_choose_the_version_for_the_jdk() {
    let folder = folder("jar");
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\nName: x\r\n".to_vec()),
        ("A.class", class("A")),
        ("META-INF/versions/11/A.class", [class("A"), vec![11]].concat()),
        ("META-INF/versions/21/A.class", [class("A"), vec![21]].concat()),
        ("META-INF/versions/9/p/Extra.class", class("p/Extra")),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    let path = folder.join("multi.jar");
    jar(&path, &files);
    let last =
        |version: u32| *ClassPathEntry::open(&path, version).unwrap().find("A").unwrap().unwrap().0.last().unwrap();
    assert_eq!((last(17), last(20), last(21), last(25)), (11, 11, 21, 21));
    assert_eq!(ClassPathEntry::open(&path, 17).unwrap().class_names().unwrap(), ["A", "p/Extra"]);
    // Without the manifest's word the versions do not count.
    let plain = folder.join("plain.jar");
    jar(&plain, &files[1..]);
    let entry = ClassPathEntry::open(&plain, 25).unwrap();
    assert_eq!(entry.class_names().unwrap(), ["A"]);
    assert_eq!(entry.find("A").unwrap().unwrap().0, class("A"));
}

#[test]
fn broken_things_get_a_sentence() {
    let folder = folder("broken");
    let missing = folder.join("missing.jar");
    let error = ClassPathEntry::open(&missing, 17).unwrap_err();
    assert_eq!(error.to_string(), format!("there is no file or folder {}", missing.display()));
    let text = folder.join("text.jar");
    fs::write(&text, "hello").unwrap();
    let error = ClassPathEntry::open(&text, 17).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{} is broken: not a jar", text.display())), "{error}");
    let whole = folder.join("whole.jar");
    jar(&whole, &[("A.class", &class("A")), ("B.class", &class("B"))]);
    let bytes = fs::read(&whole).unwrap();
    let cut = folder.join("cut.jar");
    for length in 0..bytes.len() {
        fs::write(&cut, &bytes[..length]).unwrap();
        // Opening or reading may fail, but only by an error.
        if let Ok(entry) = ClassPathEntry::open(&cut, 17) {
            let _ = entry.find("A");
        }
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xFF;
        fs::write(&cut, &damaged).unwrap();
        if let Ok(entry) = ClassPathEntry::open(&cut, 17) {
            let _ = entry.find("A");
            let _ = entry.find("B");
        }
    }
    assert!(matches!(Jdk::open(&folder), Err(ClassPathError::NotAJdk { .. })));
    fs::write(folder.join("release"), "JAVA_VERSION=\"11.0.1\"\n").unwrap();
    let error = Jdk::open(&folder).unwrap_err();
    assert!(error.to_string().ends_with("it is version 11, and 17 or later is needed"), "{error}");
    fs::write(folder.join("release"), "JAVA_VERSION=\"21.0.1\"\n").unwrap();
    fs::create_dir_all(folder.join("lib")).unwrap();
    fs::write(folder.join("lib/modules"), "nonsense that is long enough to hold a header").unwrap();
    assert!(matches!(Jdk::open(&folder), Err(ClassPathError::NotAJdk { .. })));
    fs::write(folder.join("lib/modules"), "").unwrap();
    assert!(matches!(Jdk::open(&folder), Err(ClassPathError::NotAJdk { .. })));
}

#[test]
fn the_library_is_found_by_package() {
    let jdk = jdk();
    assert!(jdk.feature_version() >= 17);
    let (bytes, source) = jdk.find("java/util/List").unwrap().unwrap();
    assert_eq!(ClassFile::parse(bytes).unwrap().name().unwrap(), "java/util/List");
    assert_eq!(source, "jrt:/java.base/java/util/List.class");
    assert!(jdk.find("java/util/Nothing").unwrap().is_none());
    assert!(jdk.find("Nothing").unwrap().is_none());
    assert_eq!(jdk.module_of("java/lang/String"), Some("java.base"));
    assert_eq!(jdk.module_of("java/util/logging/Logger"), Some("java.logging"));
}

#[test]
fn targets_come_before_dependencies_and_the_library_owns_its_packages() {
    let folder = folder("order");
    for (part, name) in [("t", "A"), ("d", "A"), ("d", "B")] {
        fs::create_dir_all(folder.join(part)).unwrap();
        fs::write(folder.join(part).join(format!("{name}.class")), class(name)).unwrap();
    }
    fs::create_dir_all(folder.join("t/java/lang")).unwrap();
    fs::write(folder.join("t/java/lang/String.class"), class("java/lang/String")).unwrap();
    let class_path = ClassPath::new(jdk())
        .with_target(&folder.join("t"))
        .and_then(|class_path| class_path.with_dependency(&folder.join("d")))
        .unwrap();
    let origin = |name: &str| class_path.find(name).unwrap().map(|found| found.origin);
    assert_eq!(origin("A"), Some(Origin::Target));
    assert_eq!(origin("B"), Some(Origin::Dependency));
    assert_eq!(origin("java/lang/String"), Some(Origin::Library));
    assert_eq!(origin("C"), None);
    assert_eq!(class_path.user_class_names().unwrap(), ["A", "B", "java/lang/String"]);
}
