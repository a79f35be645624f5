//! Texts for people at a terminal.

use crate::board::{Color, Position};
use crate::eval::{self, Evaluation, Evaluator, WinRate};
use crate::notation::iccs::Ranks;
use crate::notation::{diagram, fen};
use crate::rules::explain::{Language, standing};
use crate::rules::{Game, Rules};

/// The answer to `help`.
pub const HELP: &str = "\
Chuhe speaks UCI and UCCI; engine-protocol.md tells all of it.
uci | ucci                         say who you are and list the options
isready                            answer readyok
setoption name NAME value VALUE    set an option (UCCI: setoption NAME VALUE)
ucinewgame                         forget what was learnt
position startpos|fen FEN [moves MOVE...]
banmoves MOVE...                   leave these moves out until the next position
go [depth|nodes|movetime|mate|wtime|btime|winc|binc|movestogo N] [infinite] [ponder] [searchmoves MOVE...]
stop | ponderhit                   end a search | the expected move was played
d | eval | flip                    show the position | explain its evaluation | exchange colours
perft DEPTH | bench [DEPTH]        count moves | measure and sign the search
quit";

/// The answer to `d`: the board, its FEN and key, the pieces that give check, and what the rules
/// count.
pub fn position(game: &Game, rules: &Rules, ranks: Ranks) -> String {
    let (pos, history) = (game.position(), game.history());
    let checkers: Vec<String> = pos.checkers().into_iter().map(|sq| ranks.square(sq)).collect();
    let limit = rules.natural_limit.map_or("no limit".to_owned(), |rounds| (2 * rounds).to_string());
    format!(
        "\n{}\nFen: {}\nKey: {:016X}\nCheckers: {}\nNatural limit: {} of {limit} half-moves, checks counted: Red {}, Black {}\nRepetition: {}\nRuling: {}",
        diagram::draw_with(pos, diagram::Pieces::Latin, ranks),
        fen::write(pos),
        pos.key(),
        checkers.join(" "),
        history.counted(),
        history.checks(Color::Red),
        history.checks(Color::Black),
        history.occurrences(),
        standing(game, rules.repetition, Language::English, ranks)
    )
}

/// The answer to `eval`.
pub fn evaluation(pos: &Position, evaluation: &Evaluation) -> String {
    eval::explain(pos, evaluation).to_string().trim_end().to_owned()
}

/// The static evaluation from the side to move, on the scale of scores.
pub fn static_score(pos: &Position, evaluation: &Evaluation) -> i32 {
    WinRate::FITTED.told(Evaluator::new(pos, evaluation).evaluate(pos), pos.occupied().count())
}
