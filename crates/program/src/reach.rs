//! Which of the user's classes a run can come to ask about: those that the code in reach mentions.

use std::cell::OnceCell;

use crate::Program;
use crate::class::{ClassId, ClassOrigin};

impl Program {
    /// From here on, only the user's classes that these mention, directly or through others, are known by name to whatever runs.
    /// If that cannot be found out, all of them are.
    pub fn start_from(&mut self, roots: &[ClassId]) {
        let users = roots.iter().filter(|root| self.class(**root).origin == ClassOrigin::User);
        let names: Vec<String> = users.map(|root| self.class(*root).name.to_string()).collect();
        self.roots = Some(names);
        self.mentioned = OnceCell::new();
        self.subtypes.clear();
    }

    pub(crate) fn is_name_mentioned(&self, name: &str) -> bool {
        let find = || self.class_path.user_classes_in_reach(self.roots.clone()?).ok();
        self.mentioned.get_or_init(find).as_ref().is_none_or(|mentioned| mentioned.contains(name))
    }

    /// Whether code in reach mentions a class of the user's, or one that it is below.
    pub fn is_mentioned(&self, class: ClassId) -> bool {
        self.is_name_mentioned(&self.class(class).name)
    }
}
