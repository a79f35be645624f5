//! The hand-made evaluation laid open for users: what each piece and each term contributes.

use super::super::WinRate;
use super::super::picture::{Decimal, board, conclusion};
use super::phased::Phased;
use super::{Accumulator, Evaluator, Terms, blend, tables};
use crate::board::{Color, Piece, Position, Square};
use std::fmt::{Display, Formatter, Result};

/// How the evaluation of one position comes about; its [`Display`] is a board with the worth of each
/// piece and a table of terms, all on the scale of scores.
pub struct Explanation {
    /// The value for the side to move; `None` in check, where no static value is used.
    pub value: Option<i32>,
    /// The side to move.
    pub side: Color,
    /// Every point's piece and what it is worth there, material included, blended by the game phase,
    /// positive for either side.
    pub pieces: Vec<(Square, Piece, i32)>,
    /// The terms in the order of the table.
    pub terms: Vec<Term>,
    /// How much of the middle game is left, in per cent.
    pub phase_percent: i32,
    /// How much of the better side's advantage counts, in 64ths (less in endings that are hard to win).
    pub winning_share: i32,
}

/// One term: (middle game, endgame) for each side, in hundredths of a crossed pawn.
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Red's part.
    pub red: (i32, i32),
    /// Black's part.
    pub black: (i32, i32),
}

/// Explains the evaluation of `pos`.
pub fn explain(pos: &Position) -> Explanation {
    let accumulator = Accumulator::of(pos);
    let army = accumulator.army;
    let terms = Terms::new(pos, army);
    let worth = |square: bool| {
        let mut sides = [Phased::ZERO; 2];
        for sq in pos.occupied() {
            if let Some(piece) = pos.piece_at(sq) {
                let material = tables::material(piece);
                sides[piece.color().index()] += if square { tables::worth(piece, sq) - material } else { material };
            }
        }
        [sides[0], -sides[1]]
    };
    let rows = [("Material", worth(false)), ("Composition", army.compositions()), ("Squares", worth(true))]
        .into_iter()
        .chain(terms.named());
    let halves = |value: Phased| (value.midgame(), value.endgame());
    let phase = army.phase();
    Explanation {
        value: (!pos.in_check()).then(|| Evaluator::new(pos).evaluate(pos)),
        side: pos.side(),
        pieces: pos
            .occupied()
            .into_iter()
            .filter_map(|sq| {
                let piece = pos.piece_at(sq)?;
                Some((sq, piece, blend(tables::worth(piece, sq), phase).abs()))
            })
            .collect(),
        terms: rows.map(|(name, [red, black])| Term { name, red: halves(red), black: halves(black) }).collect(),
        phase_percent: phase * 100 / super::weights::PHASE_MAX,
        winning_share: super::share(pos, army, super::unscaled(accumulator, &terms)),
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "What each piece is worth where it stands (a lead of 1.00 wins every other game):\n")?;
        let shown = |worth: i32| format!("{:.2}", f64::from(self.told(worth)) / 100.0);
        let worths = self.pieces.iter().map(|&(sq, piece, worth)| (sq, piece, shown(worth)));
        board(f, &worths.collect::<Vec<_>>())?;
        self.table(f)?;
        conclusion(f, self.value.map(|value| self.told(value)), self.side)
    }
}

impl Explanation {
    fn told(&self, value: i32) -> i32 {
        WinRate::FITTED.told(value, self.pieces.len())
    }

    fn decimal(&self, value: i32) -> Decimal {
        Decimal(self.told(value))
    }

    fn table(&self, f: &mut Formatter<'_>) -> Result {
        const RULE: &str = "+-------------+---------------+---------------+---------------+";
        writeln!(f, "{RULE}\n|    Term     |      Red      |     Black     |     Total     |")?;
        writeln!(f, "|             |   MG     EG   |   MG     EG   |   MG     EG   |\n{RULE}")?;
        let mut sum = (0, 0);
        for Term { name, red, black } in &self.terms {
            let total = (red.0 - black.0, red.1 - black.1);
            sum = (sum.0 + total.0, sum.1 + total.1);
            write!(f, "| {name:<11} |")?;
            for (midgame, endgame) in [*red, *black, total] {
                write!(f, "{:>7}{:>7} |", self.decimal(midgame), self.decimal(endgame))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{RULE}")?;
        let sums = format!("{:>7}{:>7}", self.decimal(sum.0), self.decimal(sum.1));
        writeln!(f, "| {:<11} | ---    ---    | ---    ---    |{sums} |\n{RULE}\n", "Total")?;
        writeln!(
            f,
            "Middle game {} %, counted share of the advantage {}/64, {} for the side to move",
            self.phase_percent,
            self.winning_share,
            self.decimal(super::weights::TEMPO)
        )
    }
}
