//! What a JVM says of itself and its surroundings: its system properties, asked of it once and kept among the user's caches.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::child::{ChildEnd, run_limited};
use crate::compiled::cache_folder;
use crate::home::{JdkHome, SHORT_LIVED};

/// Variables by which a user changes what a JVM says.
const VARIABLES: [&str; 9] = [
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "LD_LIBRARY_PATH",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
];

const PATH_SEPARATOR: &str = ":";

/// The system properties of a JVM that is started by this JDK's `java` in the current folder; `None` if there is none to ask.
pub fn system_properties(jdk: &JdkHome, limit: Duration) -> Option<BTreeMap<String, String>> {
    let kept = cache_folder().map(|caches| caches.join(format!("properties-{}", fingerprint(jdk))));
    let known = kept.as_ref().and_then(|file| fs::read_to_string(file).ok());
    let mut properties = parse(&known.unwrap_or_default());
    if properties.is_empty() {
        let text = ask(jdk, limit)?;
        properties = parse(&text);
        if let Some(file) = kept.filter(|_| !properties.is_empty()) {
            keep(&file, &text);
        }
    }
    // What is kept was said in another folder.
    let here = env::current_dir().ok()?;
    properties.insert("user.dir".into(), here.to_str()?.into());
    properties.contains_key("java.home").then_some(properties)
}

fn ask(jdk: &JdkHome, limit: Duration) -> Option<String> {
    let mut command = Command::new(jdk.java()?);
    command.args(SHORT_LIVED).args(["-XshowSettings:properties", "-version"]);
    match run_limited(command, limit) {
        ChildEnd::Exited { status, errors, .. } if status.success() => Some(errors),
        _ => None,
    }
}

/// Where nothing can be kept, it is asked again.
fn keep(file: &Path, text: &str) {
    let Some(folder) = file.parent() else { return };
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        new.write_all(text.as_bytes())?;
        new.persist(file)?;
        Ok(())
    };
    let _ = write();
}

/// Another JDK, system or user has other properties.
fn fingerprint(jdk: &JdkHome) -> String {
    let mut hasher = DefaultHasher::new();
    jdk.path().canonicalize().ok().hash(&mut hasher);
    let image = fs::metadata(jdk.path().join("lib").join("modules")).ok();
    image.map(|image| (image.len(), image.modified().ok())).hash(&mut hasher);
    VARIABLES.map(env::var_os).hash(&mut hasher);
    fs::read_to_string("/proc/sys/kernel/osrelease").ok().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Reads what `-XshowSettings:properties` prints: `    name = value`; further parts of a path on lines of their own, deeper.
fn parse(text: &str) -> BTreeMap<String, String> {
    let mut properties: BTreeMap<String, String> = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines() {
        let Some(indented) = line.strip_prefix("    ") else { continue };
        if let Some(part) = indented.strip_prefix("    ") {
            if let Some(value) = properties.get_mut(&last) {
                value.push_str(PATH_SEPARATOR);
                value.push_str(part);
            }
        } else if let Some((name, value)) = indented.split_once(" = ") {
            last = name.to_string();
            properties.insert(last.clone(), value.to_string());
        }
    }
    // Its characters are shown by name.
    if let Some(separator) = properties.get_mut("line.separator") {
        *separator = separator.replace("\\r", "\r").replace("\\n", "\n").replace(' ', "");
    }
    properties
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let text = "Picked up X\nProperty settings:\n    a.b = c = d\n    empty = \n    java.library.path = /a\n        \
                    /b\n        /c\n    line.separator = \\n \n\nopenjdk version \"17\"\n";
        let properties = parse(text);
        let get = |name: &str| properties.get(name).map(String::as_str);
        assert_eq!(get("a.b"), Some("c = d"));
        assert_eq!(get("empty"), Some(""));
        assert_eq!(get("java.library.path"), Some("/a:/b:/c"));
        assert_eq!(get("line.separator"), Some("\n"));
        assert_eq!(properties.len(), 4);
    }

    #[test]
    fn a_jvm_tells_its_own() {
        let jdk = JdkHome::find(None).unwrap();
        let properties = system_properties(&jdk, Duration::from_secs(100)).unwrap();
        assert_eq!(Path::new(&properties["java.home"]), jdk.path().canonicalize().unwrap());
        assert_eq!(Path::new(&properties["user.dir"]), env::current_dir().unwrap());
        assert!(properties.contains_key("java.specification.version"));
    }
}
