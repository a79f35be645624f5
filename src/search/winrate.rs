//! Chances to win, draw and lose, by a model fitted to games.
//!
//! A side ahead by `v` wins with chance 1/(1 + exp((even − v)/spread)), and loses with the chance of a side
//! behind by as much. Both numbers depend on how many pieces are left: the same lead is worth more when the
//! opponent has fewer to defend with.

use super::score::{MAX_EVAL, Value, is_mate, is_rule};

/// Pieces on the board at the start.
const ALL_PIECES: f64 = 32.0;

/// Chances to win, draw and lose in thousandths, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Wdl {
    /// The chances at this score with so many pieces on the board, by [`WinRate::FITTED`].
    ///
    /// ```
    /// use chuhe::search::Wdl;
    /// let even = Wdl::from_value(0, 32);
    /// assert!(even.win == even.loss && even.win + even.draw + even.loss == 1000);
    /// assert_eq!(Wdl::from_value(31_990, 12), Wdl { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn from_value(value: Value, pieces: usize) -> Wdl {
        if is_mate(value) || is_rule(value) {
            let won = 1000 * u16::from(value > 0);
            return Wdl { win: won, draw: 0, loss: 1000 - won };
        }
        let thousandths = |chance: f64| (1000.0 * chance).round() as u16;
        let [win, _, loss] = WinRate::FITTED.chances(value, pieces).map(thousandths);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

/// A model: the lead that wins half of the games and the spread of the curve, in hundredths of a crossed
/// pawn, each `[constant, slope]` over the pieces left, of which 1 is all 32.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    /// The lead that wins every other game.
    pub even: [f64; 2],
    /// How slowly the chance rises around it.
    pub spread: [f64; 2],
}

impl WinRate {
    /// Fitted by `chuhe data winrate` to 4 020 games of the hand-made evaluation against itself (593 079
    /// positions, 2 500 or 5 000 nodes a move).
    pub const FITTED: WinRate = WinRate { even: [524.2, -399.4], spread: [117.1, 111.9] };

    /// The least spread: the chance is never a step.
    const MIN_SPREAD: f64 = 5.0;

    /// The lead that wins half of the games with so many pieces on the board.
    pub fn even(&self, pieces: usize) -> f64 {
        // A side that is not ahead does not win more than half of its games.
        line(self.even, pieces).max(0.0)
    }

    /// The spread with so many pieces on the board.
    pub fn spread(&self, pieces: usize) -> f64 {
        line(self.spread, pieces).max(Self::MIN_SPREAD)
    }

    /// The chance of the side with this score to win, 0 to 1.
    pub fn win(&self, value: Value, pieces: usize) -> f64 {
        let lead = f64::from(value.clamp(-MAX_EVAL, MAX_EVAL)) - self.even(pieces);
        1.0 / (1.0 + (-lead / self.spread(pieces)).exp())
    }

    /// The chances of that side to win, draw and lose, which add up to 1.
    pub fn chances(&self, value: Value, pieces: usize) -> [f64; 3] {
        let [win, loss] = [value, -value].map(|value| self.win(value, pieces));
        [win, 1.0 - win - loss, loss]
    }
}

fn line([constant, slope]: [f64; 2], pieces: usize) -> f64 {
    constant + slope * pieces as f64 / ALL_PIECES
}
