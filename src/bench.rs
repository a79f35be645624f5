//! The bench: a fixed set of positions searched to a fixed depth. With one thread its node count is a
//! signature of everything that decides what the search does.

use crate::notation::fen;
use crate::rules::Game;
use crate::search::{Event, Limits, Pool, Settings};
use crossbeam_channel::unbounded;
use std::time::Duration;

/// Depth searched when nothing else is asked for.
pub const DEFAULT_DEPTH: u32 = 12;

/// Openings, middle games, sharp attacks and endgames, from play between engines and from studies.
pub const POSITIONS: [&str; 16] = [
    fen::START,
    "r1bakabnr/9/n1c4c1/2p1p1p1p/p8/2P6/P3P1P1P/1C4NC1/R8/1NBAKAB1R w - - 0 1",
    "r2akab1r/9/1cn1b1n2/p3p1p1p/2p6/6P2/P1P1P3P/C1NCB4/7c1/1RBAKA1NR b - - 0 1",
    "r1bakab2/9/2n1c1nc1/p1p1p1pr1/8p/6P2/P1P1P3P/2N1C2C1/8R/2BAKABNR w - - 0 1",
    "1rbakab1r/9/nc4nc1/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1N1C/9/R1BAKAB1R b - - 0 1",
    "r1b1ka2r/4a4/1cncb1n2/p1p1p1pCp/9/2P3P2/P3P1N1P/1C2B4/9/RNBAKA2R b - - 0 1",
    "r2ak1b1r/3na4/1c2b2cn/p3p3p/2p6/6R2/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 b - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1Crak1b2/c3a4/4b1n2/5Rp1p/1RN1C4/6P2/P3p3P/9/4A4/2BAK2cr w - - 0 1",
    "2ba2n2/4ak3/4b4/4R4/4N4/9/9/5C3/3rAp3/c1rAK4 w - - 0 1",
    "4kabC1/4a2P1/2N1n4/9/2N6/9/9/5n3/2pRp4/3K5 w - - 0 1",
    "1n2kab1r/r8/b4a3/2p3nNR/9/p1P1p4/6P2/2C6/9/2BAKAB2 w - - 0 1",
    "2b2k3/2r1a4/2n5b/2p1p3N/p5p2/2P6/P7P/8B/3r5/R1B1KA2R w - - 0 1",
    "4kn1C1/9/2n5b/4p1C1p/9/4P1B2/P5P1P/9/4N2R1/4KA3 b - - 0 1",
    "3ak1b2/4a4/4b4/9/9/9/8r/4B4/4A4/2B1KA3 b - - 0 1",
];

/// What a bench added up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken, without setting up.
    pub time: Duration,
}

impl Total {
    /// Nodes per second, counting at least one millisecond.
    pub fn nps(&self) -> u64 {
        self.nodes * 1_000_000 / (self.time.as_micros() as u64).max(1_000)
    }
}

impl std::fmt::Display for Total {
    /// The signature line: `<nodes> nodes <nps> nps`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nps())
    }
}

/// Searches every bench position to `depth`, each as a new game; tells number (from 1) and FEN of
/// each before it begins.
pub fn run(settings: &Settings, depth: u32, mut begin: impl FnMut(usize, &str)) -> Total {
    let mut pool = Pool::default();
    let _ = pool.prepare(settings);
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    for (index, text) in POSITIONS.iter().enumerate() {
        begin(index + 1, text);
        pool.clear();
        let game = Game::new(fen::parse(text).expect("bench positions are valid"));
        let (sender, receiver) = unbounded();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        pool.start(&game, settings, limits, Box::new(move |event| drop(sender.send(event))));
        for event in receiver {
            if let Event::Finished(report) = event {
                total.nodes += report.nodes;
                total.time += report.time;
            }
        }
    }
    total
}
