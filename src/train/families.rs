//! The families of openings: first moves that people play, by name.
//!
//! Lines are given for one side of the board only, as books print them.

/// First moves under a common name.
#[derive(Debug)]
pub struct Family {
    /// What the family is called.
    pub name: &'static str,
    /// How often it is chosen, relative to the others.
    pub weight: usize,
    /// Ways to begin it, in coordinates.
    pub lines: &'static [&'static str],
}

const fn family(name: &'static str, weight: usize, lines: &'static [&'static str]) -> Family {
    Family { name, weight, lines }
}

/// The families; in comments how the first moves read in Chinese.
pub const FAMILIES: [Family; 17] = [
    // 中炮对屏风马
    family(
        "central cannon, screen horses",
        6,
        &[
            "h2e2 h9g7 h0g2 b9c7",
            "h2e2 b9c7 h0g2 h9g7",
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7",
            "h2e2 h9g7 c3c4 b9c7",
            "h2e2 h9g7 h0g2 g6g5 i0h0 b9c7",
        ],
    ),
    // 中炮对反宫马
    family(
        "central cannon, sandwiched horses",
        4,
        &["h2e2 b9c7 h0g2 h7f7", "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", "h2e2 h9g7 h0g2 b7d7"],
    ),
    // 顺炮
    family("same-direction cannons", 4, &["h2e2 h7e7", "h2e2 h7e7 h0g2 h9g7", "h2e2 h7e7 h0g2 b9c7"]),
    // 列炮
    family("opposite cannons", 3, &["h2e2 b7e7", "h2e2 b7e7 h0g2 b9c7", "h2e2 h9g7 h0g2 b7e7"]),
    // 中炮对单提马
    family("central cannon, single horse", 2, &["h2e2 h9g7 h0g2 b9a7", "h2e2 b9c7 h0g2 h9i7"]),
    // 中炮对左炮封车
    family("central cannon, advanced cannon", 2, &["h2e2 h9g7 h0g2 i9h9 i0h0 h7h3"]),
    // 中炮对三步虎
    family("central cannon, three-step tiger", 2, &["h2e2 h9g7 h0g2 i9h9 c3c4 h7i7"]),
    // 仙人指路
    family(
        "pawn opening",
        6,
        &["c3c4 b7c7", "c3c4 g6g5", "c3c4 h9g7", "c3c4 b9c7", "c3c4 h7e7", "c3c4 b7e7", "c3c4 g9e7", "c3c4 c9e7"],
    ),
    // 飞相局
    family(
        "elephant opening",
        5,
        &[
            "g0e2 h7e7",
            "g0e2 b7e7",
            "g0e2 b7d7",
            "g0e2 h7d7",
            "g0e2 b7f7",
            "g0e2 h9g7",
            "g0e2 b9c7",
            "g0e2 g6g5",
            "g0e2 c6c5",
            "g0e2 g9e7",
        ],
    ),
    // 起马局
    family(
        "horse opening",
        4,
        &["h0g2 g6g5", "h0g2 c6c5", "h0g2 h9g7", "h0g2 b9c7", "h0g2 h7e7", "h0g2 b7e7", "h0g2 g9e7"],
    ),
    // 过宫炮
    family(
        "cross-palace cannon",
        4,
        &["h2d2 h9g7", "h2d2 b9c7", "h2d2 h7e7", "h2d2 b7e7", "h2d2 g6g5", "h2d2 c6c5", "h2d2 g9e7"],
    ),
    // 士角炮
    family(
        "palcorner cannon",
        4,
        &["h2f2 h9g7", "h2f2 b9c7", "h2f2 h7e7", "h2f2 b7e7", "h2f2 g6g5", "h2f2 c6c5", "h2f2 g9e7"],
    ),
    // 金钩炮
    family("golden-hook cannon", 1, &["h2c2 b9c7", "h2c2 h7e7", "h2c2 g9e7", "h2c2 h9g7"]),
    // 巡河炮
    family("river cannon", 1, &["h2h4 g6g5", "h2h4 b9c7", "h2h4 h9g7", "h2h4 h7e7"]),
    // 边马局
    family("edge horse", 1, &["h0i2 g6g5", "h0i2 h9g7", "h0i2 h7e7"]),
    // 上仕局
    family("advisor opening", 1, &["f0e1 h7e7", "f0e1 g6g5", "f0e1 b9c7"]),
    // 边兵局
    family("edge pawn", 1, &["i3i4 h9g7", "i3i4 g6g5", "i3i4 h7e7"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Kind;
    use crate::notation::fen;
    use crate::notation::iccs::Ranks;
    use crate::rules::Game;
    use std::collections::HashSet;

    #[test]
    fn every_line_can_be_played_without_a_capture_and_occurs_once() {
        let mut lines = HashSet::new();
        for family in &FAMILIES {
            assert!(family.weight > 0 && !family.lines.is_empty(), "{}", family.name);
            for line in family.lines {
                let mut game = Game::new(fen::start());
                for text in line.split(' ') {
                    let mv = Ranks::FromZero.parse(text).unwrap();
                    game.play(mv).unwrap_or_else(|error| panic!("{}: {line}: {error}", family.name));
                }
                assert_eq!(game.position().occupied().count(), 32, "{line}");
                assert!(lines.insert(line), "{line} occurs twice");
            }
        }
    }

    #[test]
    fn cannons_stand_where_the_names_say() {
        let first = |name: &str| {
            let family = FAMILIES.iter().find(|family| family.name == name).unwrap();
            let mut pos = fen::start();
            let _ = pos.make(Ranks::FromZero.parse(&family.lines[0][..4]).unwrap(), &mut ());
            pos.pieces(crate::board::Color::Red, Kind::Cannon).into_iter().map(|sq| sq.file()).collect::<Vec<_>>()
        };
        assert_eq!(first("same-direction cannons"), [1, 4]);
        assert_eq!(first("cross-palace cannon"), [1, 3]);
        assert_eq!(first("palcorner cannon"), [1, 5]);
    }
}
