//! The numbers that tune the search, in one list, and the reduction table made from them.
//!
//! Scores are in hundredths of a crossed pawn, depths in half-moves.

use once_cell::sync::Lazy;

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: i32 = $value;)*
    };
}

params! {
    /// First width of the aspiration window.
    ASPIRATION = 14;
    /// Razoring: below alpha by this much plus a share per squared depth, look only at captures.
    RAZOR_BASE = 320;
    RAZOR_SLOPE = 190;
    /// Reverse futility: above beta by this much per depth, stop.
    REVERSE_FUTILITY = 78;
    REVERSE_FUTILITY_DEPTH = 9;
    /// Null move: base reduction, and how much of the lead over beta adds one more.
    NULL_BASE = 4;
    NULL_DEPTH_SHARE = 3;
    NULL_LEAD = 190;
    /// From this depth on a null-move cut-off is verified.
    NULL_VERIFY = 14;
    /// ProbCut: a capture that beats beta by this much at reduced depth is believed.
    PROBCUT = 190;
    PROBCUT_DEPTH = 5;
    /// Futility of quiet moves.
    FUTILITY_BASE = 95;
    FUTILITY_SLOPE = 95;
    FUTILITY_DEPTH = 8;
    /// Futility of captures.
    CAPTURE_FUTILITY_BASE = 220;
    CAPTURE_FUTILITY_SLOPE = 210;
    /// Exchanges may lose so much per depth (captures) or per squared depth (quiet moves).
    SEE_CAPTURE = 105;
    SEE_QUIET = 26;
    /// Quiet moves with a history below this, per depth, are left out.
    HISTORY_PRUNING = -3_400;
    HISTORY_PRUNING_DEPTH = 5;
    /// Singular extension: from this depth on; margin in eighths of a point per depth.
    SINGULAR_DEPTH = 7;
    SINGULAR_MARGIN = 10;
    DOUBLE_MARGIN = 18;
    /// History that changes a reduction by one half-move.
    REDUCTION_HISTORY = 8_200;
    /// Quiescence: captures must have a chance to come this near to alpha.
    QUIESCENCE_FUTILITY = 170;
    /// History bonus: slope, offset and bound.
    BONUS_SLOPE = 170;
    BONUS_OFFSET = 90;
    BONUS_LIMIT = 1_700;
}

/// Late-move reductions in 1/1024 half-moves, by depth and move number.
pub static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            *entry = (1024.0 * (0.55 + (depth as f64).ln() * (number as f64).ln() / 2.35)) as i32;
        }
    }
    table
});

/// How much a good or bad move at `depth` moves a history.
#[inline]
pub const fn bonus(depth: i32) -> i32 {
    let bonus = BONUS_SLOPE * depth - BONUS_OFFSET;
    if bonus < BONUS_LIMIT { bonus } else { BONUS_LIMIT }
}

/// Quiet moves tried at `depth` before the rest is left out.
#[inline]
pub const fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 + 1 }) as usize
}
