//! A network's value laid open for users: what each piece contributes and each output bucket says.

use super::super::picture::{Decimal, board, conclusion};
use super::super::{WinRate, limited};
use super::features::{OUTPUT_BUCKETS, View, output_bucket};
use super::kernels::Kernel;
use super::network::{Block, Network};
use super::{forward, hidden};
use crate::board::{Color, Kind, Piece, Position, Square};
use std::fmt::{Display, Formatter, Result};

/// How a network's value of one position comes about; its [`Display`] is a board with what each piece
/// contributes and a table of output buckets, all on the scale of scores.
pub struct Explanation {
    /// The value for the side to move; `None` in check, where no static value is used.
    pub value: Option<i32>,
    /// The side to move.
    pub side: Color,
    /// Every point's piece and how much higher the value is with it than without it, from Red's point
    /// of view; `None` for kings. Views and output bucket stay those of the position.
    pub pieces: Vec<(Square, Piece, Option<i32>)>,
    /// What each output bucket says of the position, for the side to move.
    pub buckets: [i32; OUTPUT_BUCKETS],
    /// The output bucket that counts.
    pub bucket: usize,
    /// What the network is called.
    pub name: String,
}

/// Explains the value of `pos` by `network`, called `name`.
pub fn explain(pos: &Position, network: &Network, kernel: &Kernel, name: String) -> Explanation {
    let colors = [pos.side(), !pos.side()];
    let views = colors.map(|color| View::new(pos, color, network.king_buckets()));
    let layers = colors.map(|color| hidden(network, kernel, pos, color));
    let bucket = output_bucket(pos.occupied().count());
    let value = |bucket| limited(forward(network, kernel, [&layers[0], &layers[1]], bucket));
    let whole = value(bucket);
    let mut rest = [vec![Block::ZERO; layers[0].len()], vec![Block::ZERO; layers[0].len()]];
    let mut contribution = |piece: Piece, sq| {
        for i in 0..2 {
            let row = network.input_weights(views[i].feature(piece, sq));
            kernel.apply(&mut rest[i], &layers[i], &[], &[row]);
        }
        let without = limited(forward(network, kernel, [&rest[0], &rest[1]], bucket));
        if pos.side() == Color::Red { whole - without } else { without - whole }
    };
    let pieces = pos.occupied().into_iter().filter_map(|sq| {
        let piece = pos.piece_at(sq)?;
        Some((sq, piece, (piece.kind() != Kind::King).then(|| contribution(piece, sq))))
    });
    Explanation {
        value: (!pos.in_check()).then_some(whole),
        side: pos.side(),
        pieces: pieces.collect(),
        buckets: std::array::from_fn(value),
        bucket,
        name,
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let told = |value: i32| WinRate::FITTED.told(value, self.pieces.len());
        writeln!(f, "How much higher the value is with each piece than without it, Red's view")?;
        writeln!(f, "(a lead of 1.00 wins every other game):\n")?;
        let shown = |value: Option<i32>| value.map(|value| Decimal(told(value)).to_string()).unwrap_or_default();
        let pieces = self.pieces.iter().map(|&(sq, piece, value)| (sq, piece, shown(value)));
        board(f, &pieces.collect::<Vec<_>>())?;
        const RULE: &str = "+--------+--------+----------+";
        writeln!(f, "{RULE}\n| Bucket | Pieces |  Value   |   (for the side to move)\n{RULE}")?;
        for (bucket, &value) in self.buckets.iter().enumerate() {
            let pieces = (2..=32).filter(|&count| output_bucket(count) == bucket);
            let range = format!("{}-{}", pieces.clone().min().unwrap_or(0), pieces.max().unwrap_or(0));
            let mark = if bucket == self.bucket { " <- counts here" } else { "" };
            writeln!(f, "| {bucket:^6} | {range:^6} | {:>8} |{mark}", Decimal(told(value)))?;
        }
        writeln!(f, "{RULE}\n\nBy {}", self.name)?;
        conclusion(f, self.value.map(told), self.side)
    }
}
