//! Evaluation by hand-made knowledge.
//!
//! Material and piece-square values are kept up to date move by move ([`Evaluator`] observes the
//! board); all else is computed from attack maps when asked. Every term has a middle-game and an
//! endgame value ([`phased::Phased`]), blended by the rooks, horses and cannons left.
//!
//! Invariants: the value is the same for a position with colours exchanged and for its mirror image;
//! it depends on the position alone, not on how it came about.

mod explain;
mod king;
mod maps;
mod material;
mod patterns;
mod phased;
mod tables;
mod threats;
mod weights;

pub use explain::{Explanation, Term, explain};

use super::MAX;
use crate::board::{Color, Observer, Piece, Position, Square};
use maps::Maps;
use material::Army;
use phased::Phased;

/// What is kept up to date move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Accumulator {
    /// Material, squares and composition, Red's minus Black's.
    worth: Phased,
    army: Army,
}

impl Accumulator {
    fn of(pos: &Position) -> Accumulator {
        let army = Army::of(pos);
        let squares = pos.occupied().into_iter().filter_map(|sq| Some(tables::worth(pos.piece_at(sq)?, sq)));
        Accumulator { worth: squares.sum::<Phased>() + army.composition(), army }
    }
}

/// The running state of the hand-made evaluation along a line: one entry per half-move.
pub struct Evaluator {
    last: Accumulator,
    before: Vec<Accumulator>,
}

impl Evaluator {
    /// Starts from `pos`.
    pub fn new(pos: &Position) -> Evaluator {
        // Longer than any search line, so that it never grows while searching.
        Evaluator { last: Accumulator::of(pos), before: Vec::with_capacity(512) }
    }

    /// Forgets the last move told by the observer. (A passed turn is not told and not forgotten.)
    ///
    /// # Panics
    /// If no move is left.
    #[inline]
    pub fn pop(&mut self) {
        self.last = self.before.pop().expect("a move was told before it is forgotten");
    }

    /// The value of `pos`, the position the observer was led to, for the side to move, in hundredths
    /// of a crossed pawn, within ±[`MAX`]. Meant for positions without check.
    #[inline]
    pub fn evaluate(&self, pos: &Position) -> i32 {
        debug_assert_eq!(self.last, Accumulator::of(pos), "the observer was led to another position");
        let value = unscaled(self.last, &Terms::new(pos, self.last.army));
        let value = scaled(pos, self.last.army, value);
        let value = if pos.side() == Color::Red { value } else { -value };
        (value + weights::TEMPO).clamp(-MAX, MAX)
    }
}

impl Observer for Evaluator {
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.before.push(self.last);
        self.last.worth += tables::worth(piece, to) - tables::worth(piece, from);
        if let Some(captured) = captured {
            let before = self.last.army;
            self.last.army = before.without(captured);
            self.last.worth += self.last.army.composition() - before.composition() - tables::worth(captured, to);
        }
    }
}

/// The value from Red's point of view before it is scaled down for drawish endings.
#[inline]
fn unscaled(accumulator: Accumulator, terms: &Terms) -> i32 {
    blend(accumulator.worth + terms.sum(), accumulator.army.phase())
}

/// Middle-game and endgame value mixed by what is left of the middle game.
#[inline]
fn blend(value: Phased, phase: i32) -> i32 {
    (value.midgame() * phase + value.endgame() * (weights::PHASE_MAX - phase)) / weights::PHASE_MAX
}

/// What counts of `value` (from Red's point of view).
#[inline]
fn scaled(pos: &Position, army: Army, value: i32) -> i32 {
    if army.may_be_drawish() { value * share(pos, army, value) / material::FULL_SHARE } else { value }
}

/// How many 64ths of `value` (from Red's point of view) count.
fn share(pos: &Position, army: Army, value: i32) -> i32 {
    material::winning_share(pos, army, if value > 0 { Color::Red } else { Color::Black })
}

/// All terms that are not kept up to date, each for Red and Black.
struct Terms {
    mobility: [Phased; 2],
    attack: [Phased; 2],
    cannons: [Phased; 2],
    linked: [Phased; 2],
    open_file: [Phased; 2],
    threats: [Phased; 2],
    control: [Phased; 2],
}

impl Terms {
    #[inline(always)]
    fn new(pos: &Position, army: Army) -> Terms {
        let maps = Maps::new(pos);
        let files = [king::file_into_palace(pos, Color::Red), king::file_into_palace(pos, Color::Black)];
        Terms {
            mobility: both(|us| maps.of(us).mobility),
            attack: both(|us| king::attack(pos, &maps, army, us, files[us.index()])),
            cannons: both(|us| patterns::cannons(pos, army, us)),
            linked: both(|us| patterns::linked(pos, &maps, us)),
            open_file: both(|us| king::open_file(pos, us, files[us.index()])),
            threats: both(|us| threats::threats(pos, &maps, us)),
            control: both(|us| threats::control(pos, &maps, us)),
        }
    }

    /// Red's minus Black's.
    #[inline(always)]
    fn sum(&self) -> Phased {
        self.named().map(|(_, [red, black])| red - black).into_iter().sum()
    }

    /// The terms with their names in the table.
    #[inline(always)]
    fn named(&self) -> [(&'static str, [Phased; 2]); 7] {
        [
            ("Mobility", self.mobility),
            ("Attack", self.attack),
            ("Cannons", self.cannons),
            ("Linked", self.linked),
            ("King's file", self.open_file),
            ("Threats", self.threats),
            ("Control", self.control),
        ]
    }
}

#[inline(always)]
fn both(term: impl Fn(Color) -> Phased) -> [Phased; 2] {
    [term(Color::Red), term(Color::Black)]
}
