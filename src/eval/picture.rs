//! Parts that explanations of different evaluations have in common.

use crate::board::{Color, Piece, Square};
use std::fmt::{Display, Formatter, Result};

/// Hundredths as a decimal with sign.
pub struct Decimal(pub i32);

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.pad(&format!("{:+.2}", f64::from(self.0) / 100.0))
    }
}

/// A board with a number (at most seven characters) below each piece.
pub fn board(f: &mut Formatter<'_>, pieces: &[(Square, Piece, String)]) -> Result {
    let rule = format!("+{}\n", "-------+".repeat(Square::FILES as usize));
    f.write_str(&rule)?;
    for rank in (0..Square::RANKS).rev() {
        let (mut letters, mut values) = (String::from("|"), String::from("|"));
        for file in 0..Square::FILES {
            let found = pieces.iter().find(|(sq, ..)| (sq.file(), sq.rank()) == (file, rank));
            match found {
                Some((_, piece, value)) => {
                    letters.push_str(&format!("   {}   |", piece.letter()));
                    values.push_str(&format!("{value:^7}|"));
                }
                None => {
                    letters.push_str("       |");
                    values.push_str("       |");
                }
            }
        }
        write!(f, "{letters} {rank}\n{values}\n{rule}")?;
    }
    let files: Vec<String> = ('a'..='i').map(|file| format!("    {file}")).collect();
    writeln!(f, "{}\n", files.join("   "))
}

/// The last line: the value for the side to move as it is told (`None` in check).
pub fn conclusion(f: &mut Formatter<'_>, value: Option<i32>, side: Color) -> Result {
    match value {
        Some(value) => {
            let red = if side == Color::Red { value } else { -value };
            writeln!(f, "Final evaluation: {} (Red's view), cp {value} for the side to move", Decimal(red))
        }
        None => writeln!(f, "Final evaluation: none (in check)"),
    }
}
