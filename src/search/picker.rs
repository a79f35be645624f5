//! Moves in the order in which they are worth trying.

use super::tables::{Arrival, Tables, arrival};
use crate::board::{MAX_MOVES, Move, MoveList, Position, see};
use arrayvec::ArrayVec;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    Killers,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Deals out pseudo-legal moves one by one, generating as late as possible: the table's move,
/// captures that do not lose material, killers, quiet moves, the other captures; in check the
/// evasions.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: ArrayVec<Move, 3>,
    /// Index of the next killer or bad captures to deal.
    next: usize,
    scored: ArrayVec<(i32, Move), MAX_MOVES>,
    bad: MoveList,
    threshold: i32,
    quiets_wanted: bool,
}

/// The earlier arrivals that quiet moves are judged after: one, two and four half-moves back.
pub type Context = [Arrival; 3];

impl Picker {
    /// For a full node. `table_move` must be pseudo-legal.
    pub fn new(pos: &Position, table_move: Option<Move>, killers: [Option<Move>; 3]) -> Picker {
        let mut picker =
            Picker::blank(table_move, if pos.in_check() { Stage::GenerateEvasions } else { Stage::GenerateCaptures });
        for killer in killers.into_iter().flatten() {
            if !picker.killers.contains(&killer) && Some(killer) != table_move {
                picker.killers.push(killer);
            }
        }
        picker
    }

    /// For the quiescence search: captures only, or all evasions in check.
    pub fn captures(pos: &Position, table_move: Option<Move>) -> Picker {
        let mut picker = Picker::new(pos, table_move, [None; 3]);
        picker.quiets_wanted = false;
        picker
    }

    /// Captures that win at least `threshold`.
    pub fn winning(table_move: Option<Move>, threshold: i32) -> Picker {
        let mut picker = Picker::blank(table_move, Stage::GenerateCaptures);
        (picker.threshold, picker.quiets_wanted) = (threshold, false);
        picker
    }

    fn blank(table_move: Option<Move>, without: Stage) -> Picker {
        Picker {
            stage: if table_move.is_some() { Stage::Table } else { without },
            table_move,
            killers: ArrayVec::new(),
            next: 0,
            scored: ArrayVec::new_const(),
            bad: MoveList::new_const(),
            threshold: 0,
            quiets_wanted: true,
        }
    }

    /// Whether what is dealt now are captures that lose material.
    pub fn in_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Deals no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
    }

    /// The next move, or `None` when all are dealt.
    pub fn next(&mut self, pos: &Position, tables: &Tables, context: &Context) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if pos.in_check() { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    return self.table_move;
                }
                Stage::GenerateCaptures => {
                    let mut moves = MoveList::new_const();
                    pos.captures(&mut moves);
                    self.score(pos, &moves, |mv| capture_score(pos, tables, mv));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some((score, mv)) = self.take_best() {
                        // A history that is very good forgives a little, a bad one nothing.
                        if pos.see_ge(mv, self.threshold - if self.threshold == 0 { score / 64 } else { 0 }) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    self.stage = if self.threshold > 0 { Stage::Done } else { Stage::Killers };
                }
                Stage::Killers => {
                    if self.quiets_wanted && self.next < self.killers.len() {
                        let killer = self.killers[self.next];
                        self.next += 1;
                        if pos.piece_at(killer.to()).is_none() && pos.is_pseudo_legal(killer) {
                            return Some(killer);
                        }
                    } else {
                        self.next = 0;
                        self.stage = Stage::GenerateQuiets;
                    }
                }
                Stage::GenerateQuiets => {
                    if self.quiets_wanted {
                        let mut moves = MoveList::new_const();
                        pos.quiets(&mut moves);
                        let killers = std::mem::take(&mut self.killers);
                        moves.retain(|mv| !killers.contains(mv));
                        self.score(pos, &moves, |mv| quiet_score(pos, tables, context, mv));
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if self.quiets_wanted
                        && let Some((_, mv)) = self.take_best()
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    let mv = self.bad.get(self.next).copied();
                    self.next += 1;
                    return mv;
                }
                Stage::GenerateEvasions => {
                    let mut moves = MoveList::new_const();
                    pos.evasions(&mut moves);
                    self.score(pos, &moves, |mv| {
                        if pos.piece_at(mv.to()).is_some() {
                            1_000_000 + capture_score(pos, tables, mv)
                        } else {
                            quiet_score(pos, tables, context, mv)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.take_best().map(|(_, mv)| mv),
                Stage::Done => return None,
            }
        }
    }

    fn score(&mut self, pos: &Position, moves: &MoveList, score: impl Fn(Move) -> i32) {
        debug_assert!(moves.iter().all(|&mv| pos.is_pseudo_legal(mv)));
        self.scored.clear();
        self.scored.extend(moves.iter().filter(|&&mv| Some(mv) != self.table_move).map(|&mv| (score(mv), mv)));
    }

    /// Takes out the move with the best score; the first generated among equals.
    fn take_best(&mut self) -> Option<(i32, Move)> {
        let (mut best, mut best_score) = (0, i32::MIN);
        for (index, &(score, _)) in self.scored.iter().enumerate() {
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        if self.scored.is_empty() { None } else { Some(self.scored.swap_remove(best)) }
    }
}

/// Most valuable victims first, then what has worked before.
fn capture_score(pos: &Position, tables: &Tables, mv: Move) -> i32 {
    let (Some(piece), Some(victim)) = (pos.piece_at(mv.from()), pos.piece_at(mv.to())) else { return 0 };
    let victim = victim.kind();
    7 * see::VALUES[victim.index()] + tables.capture(arrival(piece, mv.to()), victim) / 4
}

fn quiet_score(pos: &Position, tables: &Tables, context: &Context, mv: Move) -> i32 {
    let Some(piece) = pos.piece_at(mv.from()) else { return 0 };
    let arrival = arrival(piece, mv.to());
    let [one, two, four] = context.map(|earlier| tables.continuation(earlier, arrival));
    2 * tables.quiet(pos.side(), mv) + 2 * one + two + four / 2
}
