//! What the library asks the virtual machine and its surroundings: start-up, properties, class loaders, files, logging.

pub(crate) mod io;
pub(crate) mod jdk_files;
pub(crate) mod jdk_paths;
pub(crate) mod loader;
pub(crate) mod logging;
pub(crate) mod printing;
pub(crate) mod properties;
pub(crate) mod services;
pub(crate) mod startup;
pub(crate) mod time_zones;
pub(crate) mod vm;
