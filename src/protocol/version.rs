//! Which Chuhe this is.

use once_cell::sync::Lazy;

/// The engine's name.
pub const NAME: &str = "Chuhe";

/// Who wrote it.
pub const AUTHORS: &str = "the Chuhe developers";

static VERSION: Lazy<String> = Lazy::new(|| {
    let build = [env!("CHUHE_COMMIT"), if cfg!(debug_assertions) { "debug" } else { "" }];
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    for part in build.into_iter().filter(|part| !part.is_empty()) {
        text.push(' ');
        text.push_str(part);
    }
    format!("{text} {}-{}", std::env::consts::ARCH, std::env::consts::OS)
});

/// Version and build, for example `0.1.0 1a2b3c4d x86_64-linux`. The commit is missing when the
/// sources were not a git work tree; `debug` stands before the machine in builds with debug
/// assertions.
///
/// ```
/// assert!(chuhe::protocol::version().starts_with(env!("CARGO_PKG_VERSION")));
/// ```
pub fn version() -> &'static str {
    &VERSION
}
