//! Files of self-play games: they give back what was written, damage takes only what it hits, and a run
//! goes on behind a torn tail.

use chuhe::board::Position;
use chuhe::eval::Evaluation;
use chuhe::train::frames::{self, Damage, Frames, Header, Item};
use chuhe::train::recipe::Recipe;
use chuhe::train::record::GameRecord;
use chuhe::train::selfplay::Player;
use chuhe::train::store::{self, Store, StoreError};
use once_cell::sync::Lazy;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

/// A file of a header and some games.
struct Sample {
    header: Header,
    games: Vec<GameRecord>,
    bytes: Vec<u8>,
    /// Where the signature and each frame end.
    ends: Vec<usize>,
}

static SAMPLE: Lazy<Sample> = Lazy::new(|| {
    let recipe = Recipe { nodes: 40, filter_nodes: 40, hash_mb: 1, max_plies: 40, ..Recipe::default() };
    let header = Header::new("test \"engine\"", 7, recipe);
    let no_book: [Position; 0] = [];
    let mut player = Player::new(&header.recipe, &no_book, header.run, Evaluation::Hand).unwrap();
    let games: Vec<GameRecord> = (0..5).map(|number| player.play(number)).collect();
    let mut bytes = frames::signature().to_vec();
    let mut ends = vec![bytes.len()];
    for item in items(&header, &games) {
        bytes.extend(frames::frame(&item));
        ends.push(bytes.len());
    }
    Sample { header, games, bytes, ends }
});

fn items(header: &Header, games: &[GameRecord]) -> Vec<Item> {
    let games = games.iter().cloned().map(Item::Game);
    std::iter::once(Item::Header(header.clone())).chain(games).collect()
}

/// What can be read, what cannot, and where the last whole frame ends.
fn read(bytes: &[u8]) -> (Vec<Item>, Vec<Damage>, usize) {
    let mut frames = Frames::new(bytes);
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for item in frames.by_ref() {
        match item {
            Ok(item) => good.push(item),
            Err(damage) => bad.push(damage),
        }
    }
    (good, bad, frames.end())
}

#[test]
fn what_was_written_is_read() {
    let (good, bad, end) = read(&SAMPLE.bytes);
    assert_eq!(good, items(&SAMPLE.header, &SAMPLE.games));
    assert!(bad.is_empty(), "{bad:?}");
    assert_eq!(end, SAMPLE.bytes.len());
    assert!(SAMPLE.games.iter().all(|game| !game.plies.is_empty() && game.replay(|_, _| ()).is_ok()));
}

#[test]
fn a_half_move_takes_four_bytes() {
    for (game, ends) in SAMPLE.games.iter().zip(SAMPLE.ends[1..].windows(2)) {
        assert_eq!(ends[1] - ends[0], 60 + 4 * game.plies.len());
    }
}

/// The first and last bytes of the frame (or signature) that a byte belongs to.
fn frame_of(byte: usize) -> (usize, usize) {
    let index = SAMPLE.ends.partition_point(|&end| end <= byte);
    (if index == 0 { 0 } else { SAMPLE.ends[index - 1] }, SAMPLE.ends[index])
}

proptest! {
    #[test]
    fn a_cut_loses_what_is_behind_it(cut in 0..SAMPLE.bytes.len()) {
        let (good, bad, end) = read(&SAMPLE.bytes[..cut]);
        let whole = SAMPLE.ends.iter().filter(|&&end| end <= cut).count();
        prop_assert_eq!(&good, &items(&SAMPLE.header, &SAMPLE.games)[..whole.saturating_sub(1)]);
        prop_assert_eq!(end, whole.checked_sub(1).map_or(0, |last| SAMPLE.ends[last]));
        let torn: Vec<_> = bad.iter().map(|damage| (damage.offset, damage.end)).collect();
        prop_assert_eq!(torn, if cut == end { vec![] } else { vec![(end, cut)] });
    }

    #[test]
    fn a_changed_byte_harms_its_own_frame(byte in 0..SAMPLE.bytes.len(), change in 1..=255u8) {
        let mut bytes = SAMPLE.bytes.clone();
        bytes[byte] ^= change;
        let (good, bad, _) = read(&bytes);
        let (first, last) = frame_of(byte);
        let hit = SAMPLE.ends[1..].iter().position(|&end| end == last);
        let rest = items(&SAMPLE.header, &SAMPLE.games).into_iter().enumerate();
        let rest: Vec<_> = rest.filter(|&(index, _)| Some(index) != hit).map(|(_, item)| item).collect();
        prop_assert_eq!(good, rest);
        let places: Vec<_> = bad.iter().map(|damage| (damage.offset, damage.end)).collect();
        prop_assert_eq!(places, [(first, last)]);
    }

    #[test]
    fn rubbish_between_frames_is_passed_over(place in 0..SAMPLE.ends.len(), rubbish in prop::collection::vec(any::<u8>(), 1..200)) {
        let at = SAMPLE.ends[place];
        let bytes = [&SAMPLE.bytes[..at], &rubbish, &SAMPLE.bytes[at..]].concat();
        let (good, bad, _) = read(&bytes);
        prop_assert_eq!(good, items(&SAMPLE.header, &SAMPLE.games));
        prop_assert_eq!(bad.iter().map(|damage| damage.end - damage.offset).sum::<usize>(), rubbish.len());
    }

    #[test]
    fn anything_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..300), kind in prop::sample::select(vec!["HEAD", "GAME"])) {
        let bytes = [&frames::signature()[..], kind.as_bytes(), &bytes].concat();
        let (good, bad, end) = read(&bytes);
        prop_assert!(good.is_empty() && end == frames::signature().len());
        prop_assert_eq!(bad.len(), 1);
    }

    #[test]
    fn a_run_goes_on_behind_any_cut(cut in 0..SAMPLE.bytes.len()) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("shard-00.games");
        fs::write(&path, &SAMPLE.bytes[..cut]).unwrap();
        let store = Store::open(dir.path(), SAMPLE.header.clone()).unwrap();
        prop_assert!(store.damages.is_empty());
        let mut shard = store.shard(0).unwrap();
        for game in &SAMPLE.games {
            if !store.finished.contains(&game.number) {
                shard.append(game.clone()).unwrap();
            }
        }
        prop_assert_eq!(fs::read(&path).unwrap(), &SAMPLE.bytes[..]);
    }
}

fn open(dir: &Path, header: &Header) -> Result<Store, StoreError> {
    Store::open(dir, header.clone())
}

/// The message of a directory that cannot be used.
fn refused(dir: &Path, header: &Header) -> String {
    open(dir, header).err().expect("the directory cannot be used").to_string()
}

#[test]
fn damage_in_the_middle_stays_and_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shard-00.games");
    let mut bytes = SAMPLE.bytes.clone();
    bytes[SAMPLE.ends[2] + 20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let store = open(dir.path(), &SAMPLE.header).unwrap();
    assert_eq!(store.finished, [0, 2, 3, 4].into());
    assert_eq!(store.tally.games, 4);
    assert!(store.damages[0].1.to_string().ends_with("the checksum of the frame is wrong"), "{:?}", store.damages);
    store.shard(0).unwrap().append(SAMPLE.games[1].clone()).unwrap();
    drop(store);
    assert_eq!(open(dir.path(), &SAMPLE.header).unwrap().finished.len(), 5);
    assert!(fs::read(&path).unwrap().starts_with(&bytes));
}

#[test]
fn other_runs_and_other_files_are_not_touched() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shard-00.games");
    fs::write(&path, &SAMPLE.bytes).unwrap();
    let other = Recipe { nodes: 41, ..SAMPLE.header.recipe.clone() };
    let message = refused(dir.path(), &Header::new("test", 7, other));
    assert!(message.ends_with("holds games of another run: nodes 40 against 41"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), SAMPLE.bytes);
    fs::write(&path, "not a file of games").unwrap();
    let message = refused(dir.path(), &SAMPLE.header);
    assert!(message.contains("the signature of a file of games"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), b"not a file of games");
}

#[test]
fn one_writer_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let first = open(dir.path(), &SAMPLE.header).unwrap();
    assert!(matches!(open(dir.path(), &SAMPLE.header), Err(StoreError::Busy(_))));
    drop(first);
    assert!(open(dir.path(), &SAMPLE.header).is_ok());
}

/// A newer engine goes on with the run; which games are whose can be told from the headers.
#[test]
fn a_newer_engine_gets_a_header_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let newer = Header { signature: 8, ..SAMPLE.header.clone() };
    for (header, game) in [(&SAMPLE.header, 0), (&newer, 1), (&newer, 2)] {
        let store = open(dir.path(), header).unwrap();
        store.shard(0).unwrap().append(SAMPLE.games[game].clone()).unwrap();
    }
    let mut found = Vec::new();
    for path in store::files(dir.path()).unwrap() {
        store::scan(&path, |item| found.push(item.unwrap())).unwrap();
    }
    let games = || SAMPLE.games.iter().cloned().map(Item::Game);
    let mut expected = vec![Item::Header(SAMPLE.header.clone()), Item::Header(newer)];
    expected.extend(games().take(3));
    expected.swap(1, 2);
    assert_eq!(found, expected);
}
