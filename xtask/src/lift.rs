//! `cargo xtask lift`: every method with code of a module is lifted and verified.

use std::path::PathBuf;
use std::time::Instant;

use classpath::{ClassPath, Jdk};
use program::Program;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The JDK to read.
    #[arg(long, value_name = "DIR")]
    jdk: PathBuf,
    /// The module whose classes are lifted; repeatable.
    #[arg(long, value_name = "NAME", default_value = "java.base")]
    module: Vec<String>,
}

/// True if nothing failed.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = Jdk::open(&arguments.jdk).map_err(|error| error.to_string())?;
    let mut class_names = Vec::new();
    for module in &arguments.module {
        if !jdk.modules().contains(module) {
            return Err(format!("the JDK has no module {module}"));
        }
        class_names.extend(jdk.class_names(module).map_err(|error| error.to_string())?);
    }
    let mut program = Program::new(ClassPath::new(jdk));
    let (mut methods, mut failures) = (0_u64, 0_u64);
    let (mut bytecodes, mut instructions, mut registers) = (0_u64, 0_u64, 0_u64);
    let started = Instant::now();
    for name in &class_names {
        let class = match program.load(name) {
            Ok(class) => class,
            Err(error) => {
                println!("{name}: {error}");
                failures += 1;
                continue;
            }
        };
        for method in program.class(class).methods.clone() {
            if !program.method(method).has_code {
                continue;
            }
            methods += 1;
            match program.body(method) {
                Ok(body) => {
                    bytecodes += body.positions.iter().map(|position| u64::from(position.weight)).sum::<u64>();
                    instructions += body.code.len() as u64;
                    registers += u64::from(body.register_count);
                }
                Err(error) => {
                    println!("{}: {error}", program::display_method(&program, method));
                    failures += 1;
                }
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{} classes, {bytecodes} bytecodes became {instructions} instructions over {registers} registers in {seconds:.2} s",
        class_names.len()
    );
    let rate = (methods as f64 / seconds.max(1e-9)).round() as u64;
    println!("lifted {} of {methods} methods, {failures} failures, {rate} methods/s", methods.saturating_sub(failures));
    Ok(failures == 0)
}
