//! Hidden layers kept for each way a side may look at the board.

use super::features::{KingBuckets, View};
use super::kernels::Kernel;
use super::network::{Block, Network};
use crate::board::{Bitboard, Color, Kind, Piece, Position};
use arrayvec::ArrayVec;

/// More rows are never added or removed at once: as many as there are pieces.
pub const MAX_ROWS: usize = super::features::MAX_ACTIVE;

/// Rows of weights to add or to remove.
pub type Rows<'a> = ArrayVec<&'a [Block], MAX_ROWS>;

/// The hidden layer of some position in one view.
struct Entry {
    /// The position's pieces: by colour, and by kind.
    colors: [Bitboard; 2],
    kinds: [Bitboard; 7],
    hidden: Vec<Block>,
}

/// For each view the position last seen that way. When a line changes a side's view, the hidden layer
/// is found from there: few pieces differ as a rule.
pub struct Cache {
    entries: Vec<Entry>,
}

impl Cache {
    /// An empty board in every view.
    pub fn new(network: &Network) -> Cache {
        let entry = || Entry {
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 7],
            hidden: network.hidden_bias().to_vec(),
        };
        Cache { entries: (0..views(network.king_buckets())).map(|_| entry()).collect() }
    }

    /// Sets `hidden` to the hidden layer of `pos` in `view`.
    pub fn refresh(&mut self, network: &Network, kernel: &Kernel, pos: &Position, view: View, hidden: &mut [Block]) {
        let entry = &mut self.entries[place(view)];
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        let colors = Color::ALL.map(|color| pos.color(color));
        let kinds = Kind::ALL.map(|kind| pos.kind(kind));
        let turned = (colors[0] ^ entry.colors[0]) | (colors[1] ^ entry.colors[1]);
        for kind in Kind::ALL {
            let k = kind.index();
            // Only points that change hands can differ when the kind's points do not.
            if kinds[k] == entry.kinds[k] && (kinds[k] & turned).is_empty() {
                continue;
            }
            for color in Color::ALL {
                let c = color.index();
                let (now, before) = (colors[c] & kinds[k], entry.colors[c] & entry.kinds[k]);
                let row = |sq| network.input_weights(view.feature(Piece::new(color, kind), sq));
                added.extend((now - before).into_iter().map(row));
                removed.extend((before - now).into_iter().map(row));
            }
        }
        kernel.apply(hidden, &entry.hidden, &added, &removed);
        entry.hidden.copy_from_slice(hidden);
        (entry.colors, entry.kinds) = (colors, kinds);
    }
}

/// How many views there are.
fn views(king_buckets: KingBuckets) -> usize {
    2 * 2 * king_buckets.count()
}

/// A number for the view, below [`views`].
fn place(view: View) -> usize {
    (view.bucket() * 2 + usize::from(view.is_mirrored())) * 2 + view.color().index()
}
