//! Static exchange evaluation: what a capture, and all recaptures on that point, are worth.
//!
//! Follows the swap idea of Stockfish's threshold form, with what this game adds: cannons need a
//! screen and horses a free leg, so attackers are looked up again after every capture; a piece whose
//! leaving would expose its own king (to a rook, a cannon, a horse or the facing king) does not join.
//!
//! Two simplifications keep it fast: each side takes with its least valuable piece, also where another
//! one would open or close a line to its advantage, and a check from a piece elsewhere (discovered by
//! the exchange) need not be answered by a piece that stands nowhere near its king.

use super::bitboard::Bitboard;
use super::color::Color;
use super::mv::Move;
use super::piece::Kind;
use super::position::Position;
use super::square::Square;

/// What each kind is worth in an exchange, in hundredths of a crossed pawn.
pub const VALUES: [i32; 7] = [10_000, 190, 190, 420, 940, 440, 100];

/// Least valuable first; kings last.
const ORDER: [Kind; 7] = [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::King];

impl Position {
    /// Whether the exchange that `mv` starts on its target wins at least `threshold` for its side.
    /// `mv` must be pseudo-legal; a quiet move is judged by what can take the piece where it lands.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let value = |sq: Square| self.piece_at(sq).map_or(0, |piece| VALUES[piece.kind().index()]);
        let (from, to) = (mv.from(), mv.to());
        let mut balance = value(to) - threshold;
        if balance < 0 {
            return false;
        }
        balance = value(from) - balance;
        if balance <= 0 {
            return true;
        }
        let mut occupied = (self.occupied() - Bitboard::of(from)) | Bitboard::of(to);
        let mut side = self.side();
        let mut holds = true;
        loop {
            side = !side;
            let Some((next, kind)) = self.next_attacker(side, to, occupied) else { return holds };
            holds = !holds;
            if kind == Kind::King {
                // The king takes last, and only where nothing attacks it afterwards: otherwise the piece
                // stands, and the side that wanted to take it gives up its turn.
                return if self.king_may_take(side, next, to, occupied) { holds } else { !holds };
            }
            balance = VALUES[kind.index()] - balance;
            if balance < i32::from(holds) {
                return holds;
            }
            occupied = occupied - Bitboard::of(next);
        }
    }

    /// The least valuable piece of `side` that can legally take on `to` while the points `occupied`
    /// are taken (pieces that have left or joined the exchange are missing from their old points).
    fn next_attacker(&self, side: Color, to: Square, occupied: Bitboard) -> Option<(Square, Kind)> {
        let candidates = self.attackers(to, occupied) & self.color(side) & (occupied - Bitboard::of(to));
        for kind in ORDER {
            for from in candidates & self.kind(kind) {
                if kind == Kind::King || !self.leaving_exposes_king(side, from, to, occupied) {
                    return Some((from, kind));
                }
            }
        }
        None
    }

    /// Whether the king of `side`, on `from`, is safe after taking on `to`. A pinned protector protects
    /// all the same, and so does the other king along an open file.
    fn king_may_take(&self, side: Color, from: Square, to: Square, occupied: Bitboard) -> bool {
        let left = occupied - Bitboard::of(from);
        let other = self.king(!side);
        let facing = to.file() == other.file() && (Bitboard::between(to, other) & left).is_empty();
        !facing && (self.king_attackers(side, to, left) & (left - Bitboard::of(to))).is_empty()
    }

    fn leaving_exposes_king(&self, side: Color, from: Square, to: Square, occupied: Bitboard) -> bool {
        let king = self.king(side);
        if !super::attacks::king_influence(king).has(from) {
            return false;
        }
        let left = occupied - Bitboard::of(from);
        let other = self.king(!side);
        if king.file() == other.file() && (Bitboard::between(king, other) & left).is_empty() {
            return true;
        }
        let standing = left - Bitboard::of(to);
        (self.king_attackers(side, king, left) & standing).any()
    }
}
