//! Static evaluation: by hand-made knowledge ([`hand`]) or by a network ([`nnue`]). Knows the board, no
//! search.
//!
//! Both keep numbers up to date move by move ([`Evaluator`] observes the board).
//!
//! Invariants: the value is the same for a position with colours exchanged and for its mirror image;
//! it depends on the position alone, not on how it came about.

mod file;
pub mod hand;
pub mod nnue;
mod picture;
mod winrate;

pub use file::{DEFAULT_FILE, FileError};
pub use winrate::WinRate;

use crate::board::{Observer, Piece, Position, Square};
use nnue::kernels::Kernel;
use nnue::network::Network;
use std::fmt::{Display, Formatter};
use std::sync::Arc;

/// No value is larger than this, so that it cannot be taken for a won game.
pub const MAX: i32 = 14_000;

/// What positions are evaluated by. A clone shares the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Hand-made knowledge.
    Hand,
    /// A network, and how its arithmetic is done.
    Network(Arc<Network>, &'static Kernel),
}

impl Evaluation {
    /// Evaluation by `network`, with the fastest arithmetic this processor can do.
    pub fn by(network: Network) -> Evaluation {
        Evaluation::Network(Arc::new(network), Kernel::best())
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Network> {
        match self {
            Evaluation::Hand => None,
            Evaluation::Network(network, _) => Some(network),
        }
    }

    /// The same, its arithmetic done by `kernel`; nothing changes but the speed.
    pub fn with_kernel(self, kernel: &'static Kernel) -> Evaluation {
        match self {
            Evaluation::Hand => Evaluation::Hand,
            Evaluation::Network(network, _) => Evaluation::Network(network, kernel),
        }
    }
}

impl Display for Evaluation {
    /// In words, without an article: `hand-made evaluation`, or the network's shape and description.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Evaluation::Hand => f.write_str("hand-made evaluation"),
            Evaluation::Network(network, kernel) => write!(
                f,
                "network, width {}, king buckets {}, kernel {}: {}",
                network.width(),
                network.king_buckets().count(),
                kernel.name(),
                network.description().lines().next().unwrap_or("no description")
            ),
        }
    }
}

/// The evaluation's running state along a line, fed by the board's observer.
///
/// ```
/// use chuhe::{eval::{Evaluation, Evaluator}, notation::fen};
/// let mut pos = fen::start();
/// let mut evaluator = Evaluator::new(&pos, &Evaluation::Hand);
/// let before = evaluator.evaluate(&pos);
/// let mv = pos.legal_moves()[0];
/// let undo = pos.make(mv, &mut evaluator);
/// assert_eq!(evaluator.evaluate(&pos), Evaluator::new(&pos, &Evaluation::Hand).evaluate(&pos));
/// pos.unmake(mv, undo);
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&pos), before);
/// ```
pub struct Evaluator(Kind);

enum Kind {
    Hand(hand::Evaluator),
    Network(Box<nnue::Evaluator>),
}

impl Evaluator {
    /// Starts from `pos`.
    pub fn new(pos: &Position, evaluation: &Evaluation) -> Evaluator {
        Evaluator(match evaluation {
            Evaluation::Hand => Kind::Hand(hand::Evaluator::new(pos)),
            Evaluation::Network(network, kernel) => {
                Kind::Network(Box::new(nnue::Evaluator::new(network.clone(), kernel)))
            }
        })
    }

    /// Forgets the last move told by the observer. (A passed turn is not told and not forgotten.)
    ///
    /// # Panics
    /// If no move is left.
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.0 {
            Kind::Hand(evaluator) => evaluator.pop(),
            Kind::Network(evaluator) => evaluator.pop(),
        }
    }

    /// The value of `pos`, the position the observer was led to, for the side to move, in hundredths
    /// of a crossed pawn, within ±[`MAX`]. Meant for positions without check.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        match &mut self.0 {
            Kind::Hand(evaluator) => evaluator.evaluate(pos),
            Kind::Network(evaluator) => limited(evaluator.evaluate(pos)),
        }
    }
}

impl Observer for Evaluator {
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        match &mut self.0 {
            Kind::Hand(evaluator) => evaluator.moved(piece, from, to, captured),
            Kind::Network(evaluator) => evaluator.moved(piece, from, to, captured),
        }
    }
}

/// A network's value within ±[`MAX`].
#[inline]
fn limited(value: i64) -> i32 {
    value.clamp(-i64::from(MAX), i64::from(MAX)) as i32
}

/// How the evaluation of one position comes about; its [`Display`] is a board with what each piece
/// contributes and a table.
pub enum Explanation {
    /// By hand-made knowledge.
    Hand(hand::Explanation),
    /// By a network.
    Network(nnue::Explanation),
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Explanation::Hand(explanation) => explanation.fmt(f),
            Explanation::Network(explanation) => explanation.fmt(f),
        }
    }
}

/// Explains how `evaluation` comes to its value for `pos`.
pub fn explain(pos: &Position, evaluation: &Evaluation) -> Explanation {
    match evaluation {
        Evaluation::Hand => Explanation::Hand(hand::explain(pos)),
        Evaluation::Network(network, kernel) => {
            Explanation::Network(nnue::explain(pos, network, kernel, evaluation.to_string()))
        }
    }
}
