//! Greetings, options and the log, with the real program.

use super::client::{Client, is_setup};
use std::time::{Duration, Instant};

#[test]
fn bad_values_are_named_and_change_nothing() {
    let mut client = Client::start();
    client.send("setoption name Hash value 3");
    client.send("isready");
    assert!(client.lines_to("readyok").iter().any(|line| is_setup(line) && line.contains("hash 3 of 3 MB")));
    for (name, value) in [
        ("Hash", "abc"),
        ("Hash", "0"),
        ("Hash", "99999999"),
        ("Hash", ""),
        ("hash", "1e3"),
        ("Threads", "0"),
        ("Threads", "-1"),
        ("Ponder", "maybe"),
        ("UCI_Variant", "chess"),
        ("UCI_Elo", "900"),
        ("Sixty Move Rule", "sometimes"),
        ("Skill Level", "21"),
    ] {
        client.send(&format!("setoption name {name} value {value}"));
        client.send("isready");
        let lines = client.lines_to("readyok");
        // The second line would be one about threads and hash table, had they changed.
        assert_eq!(lines.len(), 2, "{name} {value}: {lines:?}");
        let message = lines[0].to_lowercase();
        assert!(message.contains(&format!("'{value}' is not ")), "{message}");
        assert!(message.contains(&format!("option {}: ", name.to_lowercase())), "{message}");
    }
    client.quit();
}

#[test]
fn option_names_are_understood_in_any_case_and_form() {
    let mut client = Client::start();
    for (index, form) in [
        "setoption name Hash value",
        "setoption name hash value",
        "setoption  NAME  HASH\tvalue ",
        "setoption Hash",
        "setoption hashsize",
        "setoption name hashsize value",
    ]
    .iter()
    .enumerate()
    {
        let size = index + 2;
        client.send(&format!("{form} {size}"));
        client.send("isready");
        let lines = client.lines_to("readyok");
        assert!(lines.iter().any(|line| line.contains(&format!("hash {size} of {size} MB"))), "{form}: {lines:?}");
    }
    for quiet in ["setoption name Clear Hash", "setoption Clear Hash", "setoption name Skill_Level value 3"] {
        assert_eq!(client.ask(quiet), [""; 0], "{quiet}");
    }
    // Options that do not work yet are not announced and not known.
    for unknown in ["OwnBook", "BookFile", "Nonsense Option"] {
        let lines = client.ask(&format!("setoption name {unknown} value x"));
        assert!(lines.len() == 1 && lines[0].contains(&format!("no option '{unknown}'")), "{lines:?}");
    }
    assert_eq!(client.ask("setoption").len(), 1);
    client.quit();
}

#[test]
fn one_switch_limits_the_strength() {
    // The weakest level has to differ from full strength somewhere in a few positions.
    let positions = ["", " moves h2e2", " moves h2e2 h9g7", " moves b0c2 h7e7", " moves c3c4 g6g5", " moves g3g4 h7f7"];
    let play = |option: &str| {
        let mut client = Client::start();
        client.ask(option);
        let moves: Vec<String> = positions
            .iter()
            .map(|moves| {
                client.send(&format!("ucinewgame\nposition startpos{moves}"));
                client.best_move("go depth 6")
            })
            .collect();
        client.quit();
        moves
    };
    let full = play("isready");
    assert_eq!(play("setoption name UCI_Elo value 1350"), full, "UCI_Elo alone is no switch");
    assert_ne!(play("setoption name Skill Level value 0"), full);
    assert_ne!(play("setoption name UCI_LimitStrength value true"), full);
}

#[test]
fn the_dialogue_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log of a game.txt");
    let mut client = Client::start();
    assert_eq!(client.ask(&format!("setoption name Debug Log File value {}", path.display())), [""; 0]);
    client.send_bytes(b"# bytes \xb0\xa1\r\n");
    client.ask("d");
    client.ask("setoption name Debug Log File value <empty>");
    client.ask("eval");
    let log = std::fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&log);
    assert!(log.windows(10).any(|part| part == b"# bytes \xb0\xa1"), "bytes are kept");
    assert!(
        text.lines().any(|line| line.ends_with(" > isready")) && text.lines().any(|line| line.ends_with(" < readyok"))
    );
    assert!(text.contains("Fen: ") && !text.contains("> eval"));
    // A file that cannot be written changes nothing, and says so each time.
    client.ask(&format!("setoption name Debug Log File value {}", path.display()));
    for bad in [folder.path().join("no such folder").join("log"), folder.path().into(), folder.path().into()] {
        let lines = client.ask(&format!("setoption name Debug Log File value {}", bad.display()));
        assert!(lines.len() == 1 && lines[0].contains("cannot be written"), "{lines:?}");
    }
    client.ask("eval");
    assert!(std::fs::read_to_string(&path).is_err(), "the bytes logged before are still there");
    assert!(String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(" > eval"));
    assert_ne!(client.best_move("go depth 1"), "(none)");
    client.quit();
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_is_kept() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\xcf\xf3\xc6\xe5  x.log"));
    let mut client = Client::start();
    let mut line = b"setoption name Debug Log File value ".to_vec();
    line.extend_from_slice(path.as_os_str().as_bytes());
    line.extend_from_slice(b"\r\n");
    client.send_bytes(&line);
    client.ask("d");
    assert!(path.exists());
    client.quit();
}

#[test]
fn the_greeting_is_one_that_every_client_can_read() {
    let start = Instant::now();
    let mut client = Client::start();
    client.send("uci");
    let lines = client.lines_to("uciok");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(lines.len() < 45);
    assert!(lines[0].starts_with(&format!("id name Chuhe {}", env!("CARGO_PKG_VERSION"))));
    assert!(lines.contains(&"option name UCI_Variant type combo default xiangqi var xiangqi".to_owned()));
    for line in lines.iter().filter(|line| line.starts_with("option")) {
        let name = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next()).unwrap();
        for word in ["name", "type", "default", "value", "min", "max", "var"] {
            assert!(!name.contains(word), "'{word}' in the name of an option: {line}");
        }
        let has_default = line.split(" default ").nth(1).is_some_and(|value| !value.is_empty());
        assert!(has_default || line.ends_with(" button"), "{line}");
    }
    client.quit();
}

#[test]
fn both_languages_in_one_process() {
    let mut client = Client::start();
    client.send("isready");
    client.expect("readyok");
    client.send("uci");
    client.expect("uciok");
    assert_eq!(client.ask("stop"), [""; 0]);
    client.send("ucci");
    client.expect("ucciok");
    assert_eq!(client.ask("stop"), ["nobestmove"]);
    client.send("uci");
    client.expect("uciok");
    assert_eq!(client.ask("stop"), [""; 0]);
    assert_eq!(client.quit(), [""; 0]);
}

#[test]
fn relatives_of_new_game_are_silent() {
    let mut client = Client::start();
    for command in ["ucinewgame", "newgame", "uccinewgame", "uxinewgame", "setoption newgame", "register later"] {
        assert_eq!(client.ask(command), [""; 0], "{command}");
    }
    client.quit();
}

/// Both dialects set the rules on repetition, by Chuhe's words and by those of other programs.
#[test]
fn the_rules_on_repetition_are_options() {
    use chuhe::options::{Dialect, Options};
    use chuhe::rules::{Repetition, RuleSet};
    let mut options = Options::default();
    assert_eq!(options.rules(), chuhe::rules::Rules::default());
    for (name, value, set, fold) in [
        ("Repetition Rule", "Asian", RuleSet::Asian, 3),
        ("repetition_rule", "ChineseRule", RuleSet::Chinese2007, 3),
        ("Repetition Rule", "asianrule", RuleSet::Asian, 3),
        ("repetitionrule", "Computer", RuleSet::Computer, 3),
        ("Repetition Fold", "TwoFold", RuleSet::Computer, 2),
        ("Repetition Fold", "5", RuleSet::Computer, 5),
        ("repetitionfold", "ThreeFold", RuleSet::Computer, 3),
        ("Repetition Rule", "None", RuleSet::None, 3),
    ] {
        options.set(Dialect::Uci, name, value.as_ref()).unwrap();
        assert_eq!(options.settings().rules.repetition, Repetition { set, fold }, "{name} {value}");
    }
    for (name, value) in [("Repetition Rule", "SkyRule"), ("Repetition Fold", "6"), ("Repetition Fold", "OneFold")] {
        assert!(options.set(Dialect::Uci, name, value.as_ref()).is_err(), "{name} {value}");
    }
    assert_eq!(options.rules().repetition, Repetition { set: RuleSet::None, fold: 3 });
}
