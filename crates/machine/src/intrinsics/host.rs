//! What the library asks the virtual machine and its surroundings while it starts.

use super::{Entry, ignored, returns_false, returns_null, returns_zero, unsupported, value};
use crate::value::Value;

const CDS: &str = "jdk/internal/misc/CDS";
const STATIC_PROPERTY: &str = "jdk/internal/util/StaticProperty";

pub(super) const TABLE: &[Entry] = &[
    // No archive of prepared objects: the library makes them itself.
    (CDS, "isDumpingClassList0", "()Z", returns_false),
    (CDS, "isDumpingArchive0", "()Z", returns_false),
    (CDS, "isSharingEnabled0", "()Z", returns_false),
    (CDS, "getCDSConfigStatus", "()I", returns_zero),
    (CDS, "initializeFromArchive", "(Ljava/lang/Class;)V", ignored),
    (CDS, "getRandomSeedForDumping", "()J", |_, _, _, _| value(Value::Long(0))),
    (CDS, "needsClassInitBarrier0", "*", returns_false),
    // Options of the virtual machine: none is set.
    ("jdk/internal/misc/VM", "getSavedProperty", "(Ljava/lang/String;)Ljava/lang/String;", returns_null),
    ("jdk/internal/misc/VM", "getSavedProperties", "*", unsupported),
    // A lock that is the object itself does what the library's own lock does, in fewer steps.
    ("jdk/internal/misc/InternalLock", "newLockOrNull", "*", returns_null),
    (STATIC_PROPERTY, "javaHome", "*", unsupported),
    (STATIC_PROPERTY, "userHome", "*", unsupported),
    (STATIC_PROPERTY, "userDir", "*", unsupported),
    (STATIC_PROPERTY, "userName", "*", unsupported),
    (STATIC_PROPERTY, "javaLibraryPath", "*", unsupported),
    (STATIC_PROPERTY, "javaIoTmpDir", "*", unsupported),
    (STATIC_PROPERTY, "jdkSerialFilter", "*", returns_null),
    ("java/util/TimeZone", "getDefault", "*", unsupported),
    ("java/util/TimeZone", "getDefaultRef", "*", unsupported),
];
