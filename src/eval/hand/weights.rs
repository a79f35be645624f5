//! Every weight of the evaluation except the piece-square tables, in one place for tuning.
//!
//! Unit: hundredths of a crossed pawn. [`pair`]`(middle game, endgame)`.
//!
//! The values, and those of the tables, were first set by hand and then fitted to results: a logistic
//! regression on 190 000 quiet positions of about 3 500 self-play games (800 and 2 000 nodes a move),
//! held near the hand-set values by a quadratic penalty. The fitted set scored +68 Elo [26, 113] over the
//! hand-set one in 200 games at 2 500 nodes a move. Not fitted: the game phase, the divisors and the
//! ceiling of the king's danger, and the points of the drawish endings.

use super::phased::Phased;

const fn pair(midgame: i32, endgame: i32) -> Phased {
    Phased::new(midgame, endgame)
}

/// The side to move can use what it has first.
pub const TEMPO: i32 = 12;

// ---- Material -------------------------------------------------------------------------------------

/// What each kind is worth on an average point, in the order of `Kind::ALL`. Guards (advisors and
/// elephants) get the rest of their worth from [`MISSING_ADVISOR`] and [`MISSING_ELEPHANT`]; pawns get
/// what crossing the river brings from their table.
pub const MATERIAL: [Phased; 7] =
    [pair(0, 0), pair(175, 38), pair(146, 54), pair(333, 401), pair(989, 956), pair(418, 313), pair(49, 94)];

/// How much of the game is still on the board: per rook, horse and cannon. Both sides' full forces
/// add up to [`PHASE_MAX`].
pub const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The phase value from which only middle-game values count.
pub const PHASE_MAX: i32 = 32;

/// Per missing advisor and enemy horse, rook, cannon: rooks and horses get at a king without advisors.
pub const MISSING_ADVISOR: [Phased; 3] = [pair(8, 6), pair(15, 11), pair(4, 0)];
/// Per missing elephant and enemy horse, rook, cannon: elephants are what stops cannons.
pub const MISSING_ELEPHANT: [Phased; 3] = [pair(4, 7), pair(6, 8), pair(9, 5)];
/// How much none, one or two missing guards of a kind count, in tenths: the second hurts more.
pub const MISSING_TENTHS: [i32; 3] = [0, 10, 23];
/// A horse and a cannon help each other better than two alike: the one guards the points near, the
/// other hits from far.
pub const HORSE_WITH_CANNON: Phased = pair(12, 23);
/// A rook, and the other side has none: nothing can oppose it on open lines.
pub const ONLY_ROOKS: Phased = pair(32, 19);
/// Per cannon and own guard: in the endgame guards are the screens a cannon shoots over.
pub const CANNON_SCREEN: Phased = pair(0, 5);

// ---- Mobility -------------------------------------------------------------------------------------

/// Rook, by points where nothing of less value can take it. Few points mean it is not developed.
pub const ROOK_MOBILITY: [Phased; 18] = [
    pair(-40, -50),
    pair(-34, -39),
    pair(-27, -30),
    pair(-19, -20),
    pair(-8, -11),
    pair(-2, -4),
    pair(7, 0),
    pair(8, 6),
    pair(13, 10),
    pair(16, 13),
    pair(20, 16),
    pair(21, 17),
    pair(20, 20),
    pair(23, 23),
    pair(24, 23),
    pair(25, 26),
    pair(25, 27),
    pair(27, 29),
];
/// Horse, by safe points not hobbled: without any it is as good as lost.
pub const HORSE_MOBILITY: [Phased; 9] = [
    pair(-50, -64),
    pair(-29, -37),
    pair(-12, -14),
    pair(-8, 0),
    pair(7, 10),
    pair(20, 21),
    pair(20, 25),
    pair(30, 29),
    pair(32, 29),
];
/// Cannon, by safe points it can go to without taking.
pub const CANNON_MOBILITY: [Phased; 18] = [
    pair(-20, -28),
    pair(-14, -19),
    pair(-4, -11),
    pair(-4, -8),
    pair(2, -3),
    pair(-5, 0),
    pair(-3, 1),
    pair(1, 5),
    pair(-2, 4),
    pair(6, 5),
    pair(2, 9),
    pair(6, 7),
    pair(5, 9),
    pair(5, 8),
    pair(6, 10),
    pair(7, 11),
    pair(7, 12),
    pair(7, 12),
];

// ---- Attack on the king ---------------------------------------------------------------------------
// Units that add up to a danger which grows with their square: one attacker is a nuisance, three mate.

/// Units per piece whose attack reaches the palace: rook, horse, cannon, pawn.
pub const ROOK_AT_PALACE: i32 = 13;
/// See [`ROOK_AT_PALACE`].
pub const HORSE_AT_PALACE: i32 = 16;
/// See [`ROOK_AT_PALACE`].
pub const CANNON_AT_PALACE: i32 = 7;
/// See [`ROOK_AT_PALACE`].
pub const PAWN_AT_PALACE: i32 = 13;
/// Units per palace point attacked twice.
pub const DOUBLED_POINT: i32 = 5;
/// Units per point next to the king that is attacked and that only the king protects.
pub const WEAK_POINT: i32 = 9;
/// Units when a rook, horse, cannon or pawn could check next move from a safe point.
pub const ROOK_CHECK: i32 = 18;
/// See [`ROOK_CHECK`].
pub const HORSE_CHECK: i32 = 18;
/// See [`ROOK_CHECK`].
pub const CANNON_CHECK: i32 = 10;
/// See [`ROOK_CHECK`].
pub const PAWN_CHECK: i32 = 11;
/// Units when a rook looks at the king past one piece, which is pinned or may step aside with check.
pub const ROOK_BEHIND_SCREEN: i32 = 8;
/// Units when the king has no safe step.
pub const NO_ESCAPE: i32 = 9;
/// Units per missing advisor and per missing elephant, once there is an attack at all.
pub const DANGER_ADVISOR: i32 = 8;
/// See [`DANGER_ADVISOR`].
pub const DANGER_ELEPHANT: i32 = 5;
/// Units squared are divided by this; a lone attacker's are worth this share more.
pub const DANGER_DIVISOR: i32 = 42;
/// See [`DANGER_DIVISOR`].
pub const LONE_DANGER_DIVISOR: i32 = 110;
/// No attack counts more: what is left is the search's work.
pub const DANGER_MAX: i32 = 600;

// ---- Cannon patterns ------------------------------------------------------------------------------

/// Hollow cannon (空头炮): nothing stands between a cannon and the enemy king on a file, so whatever
/// interposes becomes a screen. Base, and more per rook and per other attacker at hand.
pub const HOLLOW_CANNON: Phased = pair(62, 22);
/// See [`HOLLOW_CANNON`].
pub const HOLLOW_PER_ROOK: Phased = pair(33, 15);
/// See [`HOLLOW_CANNON`].
pub const HOLLOW_PER_OTHER: Phased = pair(17, 10);
/// Two pieces between (炮镇中路): either, moving away, gives check or exposes to one.
pub const CANNON_BEHIND_TWO: Phased = pair(32, 12);
/// Three pieces between: still a pressure on the file.
pub const CANNON_BEHIND_THREE: Phased = pair(9, 2);
/// Bottom cannon (沉底炮): on the king's rank with two pieces between, which may not leave singly.
pub const BOTTOM_CANNON: Phased = pair(23, 7);
/// Bottom cannon with nothing between, so that nothing may interpose; an elephant is missing there.
pub const BOTTOM_CANNON_HOLLOW: Phased = pair(31, 14);
/// One cannon on the king's file and one on its rank (天地炮) hold the whole palace.
pub const HEAVEN_AND_EARTH: Phased = pair(36, 16);

// ---- Pawns, kings, horses --------------------------------------------------------------------------

/// Per crossed pawn protected by another (hand in hand 牵手兵).
pub const LINKED_PAWN: Phased = pair(8, 12);
/// The own king sees into the enemy palace along an open file: its "rook's" ray forbids points.
pub const KING_ON_OPEN_FILE: Phased = pair(-3, 13);
/// The same on the middle file.
pub const KING_ON_OPEN_CENTRE: Phased = pair(6, 29);

/// Per horse protected by the other one (连环马).
pub const LINKED_HORSE: Phased = pair(7, 8);

// ---- Threats --------------------------------------------------------------------------------------

/// A pawn attacks a rook, horse or cannon.
pub const PAWN_THREAT: Phased = pair(31, 28);
/// A horse or cannon attacks a rook.
pub const THREAT_ON_ROOK: Phased = pair(32, 25);
/// A rook, horse or cannon is attacked and nobody protects it.
pub const HANGING: Phased = pair(30, 24);
/// A guard is attacked and nobody protects it.
pub const HANGING_GUARD: Phased = pair(14, 11);
/// A pawn is attacked and nobody protects it.
pub const HANGING_PAWN: Phased = pair(5, 15);

// ---- Control --------------------------------------------------------------------------------------

/// Per point beyond the river that only this side attacks.
pub const CONTROLLED: Phased = pair(5, -4);
/// Per own rook, horse or cannon that is protected.
pub const PROTECTED_OFFICER: Phased = pair(9, -5);
/// Per own guard that is protected.
pub const PROTECTED_GUARD: Phased = pair(22, 7);
/// Per point beyond the river that a horse attacks and nobody protects: where horses go forward, the
/// opponent is pressed back. In endings there is room anyway.
pub const HORSE_FORWARD: Phased = pair(31, -9);

// ---- Drawish endings ------------------------------------------------------------------------------
// Points of attacking and defending power; see `material::winning_share`.

/// Attacking points of a horse, a rook and a cannon.
pub const ATTACK_HORSE: i32 = 26;
/// See [`ATTACK_HORSE`].
pub const ATTACK_ROOK: i32 = 44;
/// See [`ATTACK_HORSE`].
pub const ATTACK_CANNON: i32 = 2;
/// A cannon has so many points more with an own guard or another attacker to shoot over.
pub const ATTACK_CANNON_SCREEN: i32 = 18;
/// Attacking points of a pawn that can still turn, of one on the last rank but one, and of a sunk one.
pub const ATTACK_PAWN: i32 = 14;
/// See [`ATTACK_PAWN`].
pub const ATTACK_LOW_PAWN: i32 = 8;
/// Two attackers or more support each other.
pub const ATTACK_TOGETHER: i32 = 8;
/// Three pawns or more.
pub const ATTACK_PAWN_PHALANX: i32 = 4;
/// Defending points of an advisor, an elephant, and of the four guards complete.
pub const DEFEND_ADVISOR: i32 = 11;
/// See [`DEFEND_ADVISOR`].
pub const DEFEND_ELEPHANT: i32 = 10;
/// See [`DEFEND_ADVISOR`].
pub const DEFEND_COMPLETE: i32 = 3;
/// Defending points of a horse or cannon, and of a rook.
pub const DEFEND_MINOR: i32 = 14;
/// See [`DEFEND_MINOR`].
pub const DEFEND_ROOK: i32 = 32;
/// An attack that exceeds the defence by this much can win: the value counts in full.
pub const WINNING_MARGIN: i32 = 16;
/// What is left of the value, in 64ths, when the defence holds against no rook, horse or cannon, one,
/// and several.
pub const DRAWISH_SHARE: [i32; 3] = [4, 5, 24];
