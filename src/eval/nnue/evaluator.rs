//! The hidden layers along a line, brought up to date only where a value is asked for.

use super::cache::{Cache, Rows};
use super::features::{Grounds, View, output_bucket};
use super::kernels::Kernel;
use super::network::{Block, Network};
use crate::board::{Color, Observer, Piece, Position, Square};
use std::sync::Arc;

/// A hidden layer is looked for so many half-moves back; farther back, starting from the [`Cache`] is
/// as fast.
const MAX_STEPS: usize = 4;

/// What a move changed.
#[derive(Clone, Copy)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

/// The running state of a network along a line, fed by the board's observer.
///
/// Keeps for each position of the line the hidden layer of each side's view, if it was needed: in
/// `hidden`, at twice the position's number plus the side's, as long as `views` tells that (and how) it
/// was computed.
pub struct Evaluator {
    network: Arc<Network>,
    kernel: &'static Kernel,
    /// The moves of the line.
    changes: Vec<Change>,
    /// The views in which the hidden layers of its positions were computed; one more than moves.
    views: Vec<[Option<(View, Grounds)>; 2]>,
    hidden: Vec<Block>,
    cache: Cache,
}

impl Evaluator {
    /// Starts a line. Its first position need not be known before it is evaluated.
    pub fn new(network: Arc<Network>, kernel: &'static Kernel) -> Evaluator {
        // Longer than most lines, so that it seldom grows while searching.
        let length = 128;
        Evaluator {
            kernel,
            changes: Vec::with_capacity(length),
            views: {
                let mut views = Vec::with_capacity(length + 1);
                views.push([None; 2]);
                views
            },
            hidden: Vec::with_capacity(length * 2 * network.hidden_bias().len()),
            cache: Cache::new(&network),
            network,
        }
    }

    /// Forgets the last move told by the observer.
    ///
    /// # Panics
    /// If no move is left.
    #[inline]
    pub fn pop(&mut self) {
        self.changes.pop().expect("a move was told before it is forgotten");
        self.views.pop();
    }

    /// The value of `pos`, the position the observer was led to, for the side to move in centipawns.
    /// Not limited to any range.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> i64 {
        for color in Color::ALL {
            self.bring_up_to_date(pos, color);
        }
        let (us, now) = (pos.side(), self.changes.len());
        let hidden = [us, !us].map(|color| &self.hidden[self.range(now, color)]);
        let value = super::forward(&self.network, self.kernel, hidden, output_bucket(pos.occupied().count()));
        debug_assert_eq!(value, super::evaluate(&self.network, pos), "the observer was led to another position");
        value
    }

    /// Where the hidden layer of position `number` in the view of `color` is kept.
    #[inline]
    fn range(&self, number: usize, color: Color) -> std::ops::Range<usize> {
        let length = self.network.hidden_bias().len();
        let start = (2 * number + color.index()) * length;
        start..start + length
    }

    /// The view that `color` has of the last position, which is `pos`.
    #[inline]
    fn view(&self, pos: &Position, color: Color) -> (View, Grounds) {
        if let [.., before, _] = self.views[..]
            && let Some((view, grounds)) = before[color.index()]
            && let Some(change) = self.changes.last()
            && !grounds.include(change.piece.kind())
            && !change.captured.is_some_and(|captured| grounds.include(captured.kind()))
        {
            return (view, grounds);
        }
        View::with_grounds(pos, color, self.network.king_buckets())
    }

    /// Computes the hidden layer of the last position, which is `pos`, in the view of `color`.
    #[inline]
    fn bring_up_to_date(&mut self, pos: &Position, color: Color) {
        let (c, now) = (color.index(), self.changes.len());
        if self.views[now][c].is_some() {
            return;
        }
        let (view, grounds) = self.view(pos, color);
        self.views[now][c] = Some((view, grounds));
        let oldest = now.saturating_sub(MAX_STEPS);
        let known = (oldest..now).rev().find(|&number| self.views[number][c].is_some_and(|(known, _)| known == view));
        let target = self.range(now, color);
        if self.hidden.len() < target.end {
            self.hidden.resize(target.end, Block::ZERO);
        }
        let Some(known) = known else {
            return self.cache.refresh(&self.network, self.kernel, pos, view, &mut self.hidden[target]);
        };
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        for change in &self.changes[known..] {
            let row = |piece, sq| self.network.input_weights(view.feature(piece, sq));
            added.push(row(change.piece, change.to));
            removed.push(row(change.piece, change.from));
            removed.extend(change.captured.map(|captured| row(captured, change.to)));
        }
        let base = self.range(known, color);
        let (before, after) = self.hidden.split_at_mut(target.start);
        self.kernel.apply(&mut after[..base.len()], &before[base], &added, &removed);
    }
}

impl Observer for Evaluator {
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.changes.push(Change { piece, from, to, captured });
        self.views.push([None; 2]);
    }
}
