//! Chances to win, draw and lose, as they are told with a score.

use super::score::{Value, is_mate, is_rule};
use crate::eval::WinRate;

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
