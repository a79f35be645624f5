//! Kinds of pieces, and pieces with a colour.

use super::color::Color;
use std::num::NonZeroU8;

/// The seven kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// General (将/帅), called king in FEN: `k`.
    King,
    /// Advisor (士/仕): `a`.
    Advisor,
    /// Elephant (象/相): `b` (also read as `e`).
    Elephant,
    /// Horse (马): `n` (also read as `h`).
    Horse,
    /// Rook, the chariot (车): `r`.
    Rook,
    /// Cannon (炮): `c`.
    Cannon,
    /// Pawn, the soldier (卒/兵): `p`.
    Pawn,
}

impl Kind {
    /// All kinds, in index order.
    pub const ALL: [Kind; 7] =
        [Kind::King, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn];

    /// 0–6 in the order of [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many pieces of this kind one side has at the start, which is also the most it may have.
    pub const fn max_count(self) -> usize {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }
}

/// A piece of one side; `Option<Piece>` takes one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// How many different pieces there are.
    pub const COUNT: usize = 14;

    /// The piece of `color` and `kind`.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        // 8 per colour: the kind is then a mask away and the colour a shift.
        match NonZeroU8::new(((color as u8) << 3) | (kind as u8 + 1)) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// The side it belongs to.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 8 == 0 { Color::Red } else { Color::Black }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0.get() & 7) as usize - 1]
    }

    /// 0–13: Red's seven kinds, then Black's.
    #[inline]
    pub const fn index(self) -> usize {
        let code = self.0.get() as usize;
        (code & 7) - 1 + 7 * (code >> 3)
    }

    /// The FEN letter: upper case for Red (`R`), lower case for Black (`r`).
    pub const fn letter(self) -> char {
        let letter = b"kabnrcp"[self.kind().index()];
        match self.color() {
            Color::Red => letter.to_ascii_uppercase() as char,
            Color::Black => letter as char,
        }
    }

    /// Reads a FEN letter; the H/E (WXF) letters for horse and elephant are read too.
    ///
    /// ```
    /// use chuhe::board::{Color, Kind, Piece};
    /// assert_eq!(Piece::from_letter('h'), Some(Piece::new(Color::Black, Kind::Horse)));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_lowercase() {
            'k' => Kind::King,
            'a' => Kind::Advisor,
            'b' | 'e' => Kind::Elephant,
            'n' | 'h' => Kind::Horse,
            'r' => Kind::Rook,
            'c' => Kind::Cannon,
            'p' => Kind::Pawn,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        Some(Piece::new(color, kind))
    }

    /// The character on a Chinese set: 帅仕相马车炮兵 for Red, 将士象馬車砲卒 for Black.
    pub const fn hanzi(self) -> char {
        match self.color() {
            Color::Red => ['帅', '仕', '相', '马', '车', '炮', '兵'][self.kind().index()],
            Color::Black => ['将', '士', '象', '馬', '車', '砲', '卒'][self.kind().index()],
        }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}
