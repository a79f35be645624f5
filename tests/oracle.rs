//! The rules of movement written down plainly, as people learn them, walking over the board point by
//! point. Shares no code with the crate's board; tests compare the two.

use chuhe::board::{Move, Position, Square};
use chuhe::notation::fen;

/// File 0–8 from Red's left, rank 0–9 from Red's side.
pub type Point = (i32, i32);

/// Pieces as FEN letters, a blank where nothing stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    cells: [[char; 9]; 10],
    red_to_move: bool,
}

impl Board {
    /// Reads the first two fields of a canonical FEN.
    pub fn read(text: &str) -> Board {
        let mut fields = text.split(' ');
        let mut cells = [[' '; 9]; 10];
        for (row, line) in fields.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(blanks) => file += blanks as usize,
                    None => {
                        cells[9 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Board { cells, red_to_move: fields.next() == Some("w") }
    }

    /// The same position as the crate's.
    pub fn of(pos: &Position) -> Board {
        Board::read(&fen::write(pos))
    }

    /// The letter on a point; `None` off the board.
    fn get(&self, (file, rank): Point) -> Option<char> {
        let row = self.cells.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn is_empty(&self, point: Point) -> bool {
        self.get(point) == Some(' ')
    }

    fn is_red(letter: char) -> bool {
        letter.is_ascii_uppercase()
    }

    fn in_palace((file, rank): Point, red: bool) -> bool {
        (3..=5).contains(&file) && if red { (0..=2).contains(&rank) } else { (7..=9).contains(&rank) }
    }

    fn at_home((_, rank): Point, red: bool) -> bool {
        if red { rank <= 4 } else { rank >= 5 }
    }

    /// Where the piece on `from` may go by its own way of moving, whoever's turn it is.
    pub fn goals(&self, from: Point) -> Vec<Point> {
        let Some(letter) = self.get(from).filter(|&letter| letter != ' ') else { return Vec::new() };
        let red = Board::is_red(letter);
        let (file, rank) = from;
        let mut goals = Vec::new();
        match letter.to_ascii_lowercase() {
            'k' => {
                for (df, dr) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    goals.push((file + df, rank + dr));
                }
                goals.retain(|&goal| Board::in_palace(goal, red));
            }
            'a' => {
                for (df, dr) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    goals.push((file + df, rank + dr));
                }
                goals.retain(|&goal| Board::in_palace(goal, red));
            }
            'b' => {
                for (df, dr) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    if self.is_empty((file + df, rank + dr)) {
                        goals.push((file + 2 * df, rank + 2 * dr));
                    }
                }
                goals.retain(|&goal| Board::at_home(goal, red));
            }
            'n' => {
                for (df, dr) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    if self.is_empty((file + df, rank + dr)) {
                        goals.push((file + 2 * df + dr, rank + 2 * dr + df));
                        goals.push((file + 2 * df - dr, rank + 2 * dr - df));
                    }
                }
            }
            'p' => {
                goals.push((file, if red { rank + 1 } else { rank - 1 }));
                if !Board::at_home(from, red) {
                    goals.push((file + 1, rank));
                    goals.push((file - 1, rank));
                }
            }
            line_piece => {
                for (df, dr) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let mut goal = (file + df, rank + dr);
                    while self.is_empty(goal) {
                        goals.push(goal);
                        goal = (goal.0 + df, goal.1 + dr);
                    }
                    if line_piece == 'c' {
                        goal = (goal.0 + df, goal.1 + dr);
                        while self.is_empty(goal) {
                            goal = (goal.0 + df, goal.1 + dr);
                        }
                    }
                    goals.push(goal);
                }
            }
        }
        // On the board, and not onto a piece of the own side.
        goals.retain(|&goal| self.get(goal).is_some_and(|there| there == ' ' || Board::is_red(there) != red));
        goals
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
    }

    fn pieces(&self, red: bool) -> impl Iterator<Item = Point> {
        Board::points().filter(move |&point| self.get(point).is_some_and(|l| l != ' ' && Board::is_red(l) == red))
    }

    fn king(&self, red: bool) -> Point {
        let wanted = if red { 'K' } else { 'k' };
        Board::points().find(|&point| self.get(point) == Some(wanted)).expect("both kings are on the board")
    }

    /// Whether the king of a side can be taken, or faces the other one.
    pub fn exposed(&self, red: bool) -> bool {
        let (own, other) = (self.king(red), self.king(!red));
        let facing =
            own.0 == other.0 && (own.1.min(other.1) + 1..own.1.max(other.1)).all(|rank| self.is_empty((own.0, rank)));
        facing || self.checked(red)
    }

    /// Whether a piece of the other side attacks the king of a side.
    pub fn checked(&self, red: bool) -> bool {
        let king = self.king(red);
        self.pieces(!red).any(|from| self.goals(from).contains(&king))
    }

    /// The board after a move.
    pub fn after(&self, from: Point, to: Point) -> Board {
        let mut next = self.clone();
        next.cells[to.1 as usize][to.0 as usize] = self.cells[from.1 as usize][from.0 as usize];
        next.cells[from.1 as usize][from.0 as usize] = ' ';
        next.red_to_move = !self.red_to_move;
        next
    }

    /// Every legal move of the side to move.
    pub fn legal(&self) -> Vec<(Point, Point)> {
        let pairs =
            self.pieces(self.red_to_move).flat_map(|from| self.goals(from).into_iter().map(move |to| (from, to)));
        pairs.filter(|&(from, to)| !self.takes_king(to) && !self.after(from, to).exposed(self.red_to_move)).collect()
    }

    fn takes_king(&self, to: Point) -> bool {
        matches!(self.get(to), Some('k' | 'K'))
    }

    /// The pieces that may legally take on `to`, the least valuable first: in order of `values`, then of
    /// the letters k a b n r c p, then from Red's side and left.
    fn takers(&self, to: Point, values: &impl Fn(char) -> i32) -> Vec<Point> {
        let mut takers: Vec<Point> = self
            .pieces(self.red_to_move)
            .filter(|&from| self.goals(from).contains(&to) && !self.after(from, to).exposed(self.red_to_move))
            .collect();
        takers.sort_by_key(|&from| {
            let letter = self.letter(from).to_ascii_lowercase();
            (values(letter), "kabnrcp".find(letter), from.1, from.0)
        });
        takers
    }

    /// What the side to move gains at best by taking, and taking back, on `to` only, if both sides may
    /// stop at any time; `cheapest` obliges both to take with their least valuable piece.
    pub fn exchange(&self, to: Point, cheapest: bool, values: &impl Fn(char) -> i32) -> i32 {
        let mut takers = self.takers(to, values);
        if cheapest {
            takers.truncate(1);
        }
        let gain = |from| values(self.letter(to)) - self.after(from, to).exchange(to, cheapest, values);
        takers.into_iter().map(gain).max().unwrap_or(0).max(0)
    }

    /// Whether, while both sides take on `to` with their least valuable pieces, one comes to move in
    /// check from a piece elsewhere.
    pub fn check_from_elsewhere(&self, to: Point, values: &impl Fn(char) -> i32) -> bool {
        let king = self.king(self.red_to_move);
        self.pieces(!self.red_to_move).any(|from| from != to && self.goals(from).contains(&king))
            || self
                .takers(to, values)
                .first()
                .is_some_and(|&from| self.after(from, to).check_from_elsewhere(to, values))
    }

    /// The letter on a point that is on the board.
    pub fn letter(&self, point: Point) -> char {
        self.get(point).expect("the point is on the board")
    }

    /// Whether Red is to move.
    pub fn red_to_move(&self) -> bool {
        self.red_to_move
    }
}

/// The crate's point as a plain one.
pub fn point(sq: Square) -> Point {
    (i32::from(sq.file()), i32::from(sq.rank()))
}

/// The plain move as the crate's.
pub fn to_move((from, to): (Point, Point)) -> Move {
    let square = |(file, rank): Point| Square::at(file as u8, rank as u8).expect("the point is on the board");
    Move::new(square(from), square(to))
}
