//! System properties: what the JVM of the JDK in use says of itself and its surroundings.
//!
//! A property that this JVM does not set is taken as not set; one that depends on how a program is started is there, with a
//! text that nobody knows. docs/library.md says so.

use std::collections::BTreeMap;
use std::rc::Rc;

use program::class::{ClassId, ClassOrigin};
use program::code::{Constant, InvokeKind, Loadable, Operand};
use program::{SyntheticClass, SyntheticMethod};

use crate::library::host::startup::{SYSTEM, construct, put_static};
use crate::machine::Machine;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::{ObjectId, Value};
use crate::state::{OnReturn, State};
use crate::synthetic::body_builder::{BodyBuilder, method_ref};
use crate::synthetic::lambda::OF_LAMBDAS;

const PROPERTIES: &str = "java/util/Properties";
/// The class of the method that fills `System.props`.
pub(crate) const HOLDER: &str = "lazuli/Properties";
/// Its native method that gives the value of a property.
pub(crate) const VALUE_OF: &str = "valueOf";
pub(crate) const GIVES_VALUE: &str = "(Ljava/lang/String;)Ljava/lang/String;";

/// Properties that are fixed, whatever the surroundings say.
const FIXED: &[(&str, &str)] = &[
    ("line.separator", "\n"),
    ("file.separator", "/"),
    ("path.separator", ":"),
    ("file.encoding", "UTF-8"),
    ("native.encoding", "UTF-8"),
    ("stdout.encoding", "UTF-8"),
    ("stderr.encoding", "UTF-8"),
    ("sun.jnu.encoding", "UTF-8"),
    ("os.name", "Linux"),
    ("user.language", "en"),
    ("user.country", "US"),
];

/// Properties that every start of a JVM sets anew, by its options and what it runs.
const OF_A_START: &[&str] = &[
    "java.class.path",
    "java.vm.compressedOopsMode",
    "java.vm.info",
    "sun.java.command",
    "sun.java.launcher",
    "sun.management.compiler",
];

/// What is known of a property.
pub(crate) enum Property {
    Is(Rc<str>),
    /// It is set, to what nobody knows.
    IsSet,
    IsNotSet,
    /// No JVM tells; why.
    NotTold(String),
}

/// The properties as far as they were asked for.
#[derive(Default)]
pub(crate) struct Properties {
    /// What the JVM said, once it did.
    told: Option<BTreeMap<String, Rc<str>>>,
}

impl Machine {
    pub(crate) fn property(&mut self, name: &str) -> Property {
        if let Some((_, fixed)) = FIXED.iter().find(|(fixed, _)| *fixed == name) {
            return Property::Is((*fixed).into());
        }
        if OF_A_START.contains(&name) {
            return Property::IsSet;
        }
        match self.told_properties() {
            Err(why) => Property::NotTold(why),
            Ok(told) => told.get(name).map_or(Property::IsNotSet, |text| Property::Is(text.clone())),
        }
    }

    /// The names of all properties that are set, in order.
    fn property_names(&mut self) -> Result<Vec<String>, String> {
        let fixed = FIXED.iter().map(|(name, _)| *name).chain(OF_A_START.iter().copied()).map(str::to_string);
        let told = self.told_properties()?.keys().cloned();
        let mut names: Vec<String> = fixed.chain(told).collect();
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The value of a property as an object, null where it is not set; or why nobody can tell.
    pub(crate) fn property_value(&mut self, state: &mut State, name: &str) -> Result<Value, String> {
        let string = match self.property(name) {
            Property::Is(text) => self.new_string_from(state, &text),
            Property::IsSet => self.new_opaque_string(state),
            Property::IsNotSet => ObjectId::NULL,
            Property::NotTold(why) => return Err(why),
        };
        if !string.is_null() {
            state.heap.get_mut(string).payload = Payload::UnsureString;
        }
        Ok(Value::Reference(string))
    }

    /// `System.props` exists: from then on the library's own code reads and changes it.
    pub(crate) fn ensure_properties(&mut self, state: &mut State) -> Result<(), Stop> {
        if self.has_properties(state)? {
            return Ok(());
        }
        let holder =
            self.properties_class().map_err(|why| Stop::unsupported(format!("system properties, for {why}")))?;
        let fill = self.program.class(holder).methods[0];
        self.push_frame(state, fill, None, &[], OnReturn::Retry)?;
        Err(Stop::Entered)
    }

    pub(crate) fn has_properties(&mut self, state: &mut State) -> Result<bool, Stop> {
        let system = self.load(SYSTEM)?;
        self.ensure_initialized(state, system)?;
        Ok(!matches!(self.static_value(state, system, "props"), Value::Reference(ObjectId::NULL)))
    }

    /// Whether the instruction to be executed is the user's, or that of a method reference in the user's code.
    pub(crate) fn runs_user_code(&self, state: &State) -> bool {
        let class = self.program.class(self.program.method(state.frame().method).class);
        let maker = class.name.split_once(OF_LAMBDAS).and_then(|(maker, _)| self.program.loaded(maker));
        class.origin == ClassOrigin::User
            || maker.is_some_and(|maker| self.program.class(maker).origin == ClassOrigin::User)
    }

    fn properties_class(&mut self) -> Result<ClassId, String> {
        if let Some(holder) = self.program.loaded(HOLDER) {
            return Ok(holder);
        }
        let names = self.property_names()?;
        Ok(self.program.define_synthetic_class(SyntheticClass {
            name: HOLDER.to_string(),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods: vec![
                SyntheticMethod {
                    name: "fill".into(),
                    descriptor: "()V".into(),
                    access: 0x1009,
                    body: Some(Box::new(move |method| {
                        let mut builder = BodyBuilder::new(method, Vec::new());
                        fill(&mut builder, &names);
                        builder.return_value(None);
                        builder.finish()
                    })),
                },
                SyntheticMethod { name: VALUE_OF.into(), descriptor: GIVES_VALUE.into(), access: 0x1109, body: None },
            ],
        }))
    }

    fn told_properties(&mut self) -> Result<&BTreeMap<String, Rc<str>>, String> {
        let told = match self.library.properties.told.take() {
            Some(told) => told,
            None => {
                let told = self.surroundings.system_properties(self.deadline)?;
                told.into_iter().map(|(name, text)| (name, text.into())).collect()
            }
        };
        Ok(self.library.properties.told.insert(told))
    }
}

/// `System.props = new Properties(room)`, filled.
fn fill(builder: &mut BodyBuilder, names: &[String]) {
    // The room that the library gives it decides its order.
    let room = builder.constant(Constant::Int((names.len() + names.len() / 2) as i32));
    let table = construct(builder, PROPERTIES, "(I)V", &[room]);
    for name in names {
        let name = Operand::register(builder.load(Loadable::String(name.encode_utf16().collect())));
        let value = builder.invoke_value(InvokeKind::Static, method_ref(HOLDER, false, VALUE_OF, GIVES_VALUE), &[name]);
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
        let set = method_ref(PROPERTIES, false, "setProperty", descriptor);
        builder.invoke(InvokeKind::Virtual, set, &[table, name, value]);
    }
    put_static(builder, "props", PROPERTIES, table);
}
