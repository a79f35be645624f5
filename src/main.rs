//! The engine's program: speaks UCI and UCCI on standard input and output.

use std::io;

fn main() {
    chuhe::protocol::run(io::stdin(), io::stdout());
}
