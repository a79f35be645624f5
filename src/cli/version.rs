//! Version and build, for `--version` and for the protocols' `id name`.

use std::env::consts::{ARCH, OS};
use std::sync::LazyLock;

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!("{} ({build}, {ARCH}-{OS})", env!("CARGO_PKG_VERSION"))
});

/// Version, kind of build and target, such as `0.1.0 (release, x86_64-linux)`.
pub fn version() -> &'static str {
    &VERSION
}
