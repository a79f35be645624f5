//! The engine as one object: options, the game on the board, the search threads. Holds no text.

use crate::notation::fen;
use crate::options::Options;
use crate::rules::Game;
use crate::search::{Limits, Pool, Sink};

/// An engine: set options, give it a game, let it search.
///
/// ```
/// use chuhe::engine::Engine;
/// use chuhe::search::{Event, Limits};
/// let mut engine = Engine::new();
/// let (sender, receiver) = crossbeam_channel::unbounded();
/// engine.go(Limits { depth: Some(3), ..Limits::default() }, move |event| drop(sender.send(event)));
/// engine.wait();
/// assert!(matches!(receiver.iter().last(), Some(Event::Finished(report)) if report.best.is_some()));
/// ```
pub struct Engine {
    /// The options in force; the search reads them when it starts.
    pub options: Options,
    game: Game,
    pool: Pool,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine with default options and the start position on the board. Threads and hash table
    /// are set up when they are first needed.
    pub fn new() -> Engine {
        Engine { options: Options::default(), game: Game::new(fen::start()), pool: Pool::default() }
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Puts another game on the board; a running search keeps its own.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Forgets what was learnt in earlier games; the position on the board stays.
    pub fn new_game(&mut self) {
        self.pool.clear();
    }

    /// Sets up threads and hash table as the options want them; says in words what changed.
    pub fn prepare(&mut self) -> Option<String> {
        self.pool.prepare(&self.options.settings())
    }

    /// Starts a search of the game's last position and returns at once. The sink is told every
    /// event, the end last. A search still running is stopped first.
    pub fn go(&mut self, limits: Limits, sink: impl Sink + 'static) {
        self.pool.start(&self.game, &self.options.settings(), limits, Box::new(sink));
    }

    /// Asks a running search to finish now.
    pub fn stop(&self) {
        self.pool.stop();
    }

    /// The move pondered on was played.
    pub fn ponder_hit(&self) {
        self.pool.ponder_hit();
    }

    /// Waits until no search is running.
    pub fn wait(&mut self) {
        self.pool.wait();
    }
}
