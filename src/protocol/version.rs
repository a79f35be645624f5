//! Which Chuhe this is.

use once_cell::sync::Lazy;

/// The engine's name.
pub const NAME: &str = "Chuhe";

/// Who wrote it.
pub const AUTHORS: &str = "the Chuhe developers";

static VERSION: Lazy<String> = Lazy::new(|| {
    let build = option_env!("CHUHE_BUILD").unwrap_or(if cfg!(debug_assertions) { "debug" } else { "release" });
    format!("{} ({build}, {}-{})", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS)
});

/// Version and build, for example `0.1.0 (release, x86_64-linux)`. Who builds binaries for others
/// sets the environment variable `CHUHE_BUILD` while building, so that two builds can be told apart.
///
/// ```
/// assert!(chuhe::protocol::version().starts_with(env!("CARGO_PKG_VERSION")));
/// ```
pub fn version() -> &'static str {
    &VERSION
}
