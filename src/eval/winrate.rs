//! What a lead is worth: chances to win by a model fitted to games, and the scale of scores people read.
//!
//! A side ahead by `v` wins with chance 1/(1 + exp((even − v)/spread)), and loses with the chance of a side
//! behind by as much. Both numbers depend on how many pieces are left: the same lead is worth more when the
//! opponent has fewer to defend with.

/// Pieces on the board at the start.
const ALL_PIECES: f64 = 32.0;

/// The largest score that people read, lest it be taken for a win by the rules.
const MAX_TOLD: f64 = 15_000.0;

/// A model: the lead that wins half of the games and the spread of the curve, in units of the evaluation,
/// each `[constant, slope]` over the pieces left, of which 1 is all 32.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    /// The lead that wins every other game.
    pub even: [f64; 2],
    /// How slowly the chance rises around it.
    pub spread: [f64; 2],
}

impl WinRate {
    /// Fitted by `chuhe data winrate` to games of the embedded network against itself, 5 000 nodes a move
    /// (net4-gen1 in eval/nets/HISTORY.md).
    pub const FITTED: WinRate = WinRate { even: [414.1, -321.9], spread: [46.4, 158.6] };

    /// The least spread: the chance is never a step.
    const MIN_SPREAD: f64 = 5.0;
    /// The least lead that wins every other game: a side that is not ahead does not.
    const MIN_EVEN: f64 = 20.0;

    /// The lead that wins half of the games with so many pieces on the board.
    pub fn even(&self, pieces: usize) -> f64 {
        line(self.even, pieces).max(Self::MIN_EVEN)
    }

    /// The spread with so many pieces on the board.
    pub fn spread(&self, pieces: usize) -> f64 {
        line(self.spread, pieces).max(Self::MIN_SPREAD)
    }

    /// The chance of the side with this score to win, 0 to 1.
    pub fn win(&self, value: i32, pieces: usize) -> f64 {
        let lead = f64::from(value) - self.even(pieces);
        1.0 / (1.0 + (-lead / self.spread(pieces)).exp())
    }

    /// The chances of that side to win, draw and lose, which add up to 1.
    pub fn chances(&self, value: i32, pieces: usize) -> [f64; 3] {
        let [win, loss] = [value, -value].map(|value| self.win(value, pieces));
        [win, 1.0 - win - loss, loss]
    }

    /// The value on the scale that people read, on which a lead of 100 wins every other game, within
    /// ±15 000.
    ///
    /// ```
    /// use chuhe::eval::WinRate;
    /// let lead = WinRate::FITTED.even(20).round() as i32;
    /// assert!((99..=101).contains(&WinRate::FITTED.told(lead, 20)));
    /// assert_eq!(WinRate::FITTED.told(-lead, 20), -WinRate::FITTED.told(lead, 20));
    /// ```
    pub fn told(&self, value: i32, pieces: usize) -> i32 {
        let told = 100.0 * f64::from(value) / self.even(pieces);
        told.round().clamp(-MAX_TOLD, MAX_TOLD) as i32
    }
}

fn line([constant, slope]: [f64; 2], pieces: usize) -> f64 {
    constant + slope * pieces as f64 / ALL_PIECES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_sound_whatever_is_left_on_the_board() {
        for pieces in 2..=32 {
            let model = WinRate::FITTED;
            // Far from the floor, so that the scale never jumps.
            assert!(model.even(pieces) >= 50.0, "{pieces} pieces: even at {}", model.even(pieces));
            let told: Vec<i32> = (-14_000..=14_000).step_by(50).map(|value| model.told(value, pieces)).collect();
            assert!(told.is_sorted() && told[0] >= -15_000 && told[told.len() - 1] <= 15_000, "{pieces} pieces");
            assert_eq!(model.told(0, pieces), 0);
            // Half won, less lost, the rest drawn.
            let [win, draw, loss] = model.chances(model.even(pieces).round() as i32, pieces);
            assert!((win - 0.5).abs() < 0.01 && loss < win && draw > 0.0, "{pieces} pieces: {win} {draw} {loss}");
        }
    }
}
