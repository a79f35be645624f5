//! From a sample to the inputs of a network, without making a position of it.

use crate::board::Kind;
use crate::eval::nnue::features::{KingBuckets, MAX_ACTIVE, View, output_bucket};
use crate::eval::nnue::network::SCALE;
use crate::train::dataset::sample::{SIZE, Sample};
use crate::train::packed;

/// What a network sees of a sample, and what it should say. The default is an empty place to read samples into.
#[derive(Default)]
pub struct Inputs {
    /// Inputs of the side to move, then of the other side: the first `count` of each.
    active: [[u16; MAX_ACTIVE]; 2],
    count: usize,
    /// Its output bucket.
    pub bucket: usize,
    /// The chance to win that the score says.
    pub score: f32,
    /// The share of the point that the game brought.
    pub result: f32,
}

impl Inputs {
    /// Reads a sample of a set that has been checked.
    ///
    /// # Panics
    /// If the bytes are not a sample.
    #[inline]
    pub fn read(&mut self, bytes: &[u8; SIZE], king_buckets: KingBuckets) {
        let sample = Sample::from_bytes(bytes).expect("samples are checked when their set is opened");
        let mut pieces = [None; MAX_ACTIVE];
        let mut kings = [None; 2];
        self.count = 0;
        for (place, (sq, code)) in pieces.iter_mut().zip(packed::pieces(&sample.position)) {
            let piece = packed::piece(code).expect("so are their pieces");
            *place = Some((piece, sq));
            self.count += 1;
            if piece.kind() == Kind::King {
                kings[piece.color().index()] = Some(sq);
            }
        }
        let us = packed::side(&sample.position);
        for (number, color) in [us, !us].into_iter().enumerate() {
            let king = kings[color.index()].expect("and both kings are there");
            let view = View::seen(color, king, sample.mirrored[number], king_buckets);
            for (input, (piece, sq)) in self.active[number].iter_mut().zip(pieces.iter().flatten()) {
                *input = view.feature(*piece, *sq) as u16;
            }
        }
        self.bucket = output_bucket(self.count);
        self.score = sigmoid(f32::from(sample.score) / SCALE as f32);
        self.result = f32::from(sample.half_points) / 2.0;
    }

    /// The active inputs in the view of the side to move (0) or the other (1).
    #[inline(always)]
    pub fn active(&self, view: usize) -> &[u16] {
        &self.active[view][..self.count]
    }
}

/// The logistic function: 0.5 at 0.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::notation::fen;

    /// The inputs of a sample are those of its position.
    #[test]
    fn samples_give_the_inputs_of_their_positions() {
        let check = |pos: &Position| {
            for king_buckets in [KingBuckets::One, KingBuckets::Six] {
                let mut inputs = Inputs::default();
                inputs.read(&Sample::new(pos, 400, 2).to_bytes(), king_buckets);
                for (number, color) in [pos.side(), !pos.side()].into_iter().enumerate() {
                    let right = View::new(pos, color, king_buckets).active(pos);
                    assert!(right.eq(inputs.active(number).iter().map(|&input| usize::from(input))), "{pos:?}");
                }
                assert_eq!(inputs.bucket, output_bucket(pos.occupied().count()));
                assert!((inputs.score - 0.731_058_6).abs() < 1e-6 && inputs.result == 1.0);
            }
        };
        let mut random = crate::train::random::Random::new(3, 0);
        for _ in 0..20 {
            let mut pos = fen::start();
            while let Some(mv) = random.pick(&pos.legal_moves()).filter(|_| pos.ply() < 200) {
                let _ = pos.make(mv, &mut ());
                check(&pos);
            }
        }
    }
}
