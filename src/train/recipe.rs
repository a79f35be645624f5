//! Everything besides the engine that decides how self-play games go.

use super::record::MAX_PLIES;
use crate::rules::RuleSet;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The recipe of a run. Two runs with the same recipe and the same engine play the same games.
///
/// What a file from before some field was there does not say is read as the default, the rules excepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Recipe {
    /// Decides all that is left to chance.
    pub seed: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// Size of the hash table in MB.
    pub hash_mb: usize,
    /// Fewest and most random half-moves from the start position.
    pub random_plies: (u32, u32),
    /// Checksum of the network's file that positions are evaluated by; none for the hand-made evaluation.
    // What runs without one are called must not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<u32>,
    /// The book that every other game (on average) begins from, if any.
    pub book: Option<BookMark>,
    /// Fewest and most random half-moves after a book position.
    pub book_plies: (u32, u32),
    /// Nodes for the look at a first position…
    pub filter_nodes: u64,
    /// …which is thrown away when one side leads by more than this.
    pub filter_score: i32,
    /// A side resigns when both sides see it this far behind…
    pub resign_score: i32,
    /// …for so many half-moves.
    pub resign_plies: u32,
    /// A game is drawn when neither side sees a lead of more than this…
    pub draw_score: i32,
    /// …for so many half-moves…
    pub draw_plies: u32,
    /// …and is at least so many half-moves long.
    pub draw_after: u32,
    /// A longer game is drawn.
    pub max_plies: u32,
    /// The rules that end games: [`PERPETUAL_CHECK`] or the name of a [rule set](crate::rules::RuleSet).
    /// Not written where it is the former, so that runs from before the field was there keep their numbers.
    #[serde(default = "perpetual_check", skip_serializing_if = "is_perpetual_check")]
    pub rules: String,
}

/// The name of the rules that the first runs went by: of all repetitions only perpetual check loses.
pub const PERPETUAL_CHECK: &str = "PerpetualCheck";

fn perpetual_check() -> String {
    PERPETUAL_CHECK.to_owned()
}

fn is_perpetual_check(rules: &str) -> bool {
    rules == PERPETUAL_CHECK
}

/// Which book a run uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookMark {
    /// How many positions it holds.
    pub positions: usize,
    /// Checksum of its text.
    pub checksum: u32,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            seed: 1,
            nodes: 5_000,
            hash_mb: 4,
            random_plies: (6, 12),
            network: None,
            book: None,
            book_plies: (0, 6),
            filter_nodes: 1_000,
            filter_score: 250,
            resign_score: 1_000,
            resign_plies: 6,
            draw_score: 20,
            draw_plies: 16,
            draw_after: 60,
            max_plies: 500,
            rules: RuleSet::default().to_string(),
        }
    }
}

impl Recipe {
    /// What makes the recipe unusable, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        let (random, book) = (self.random_plies, self.book_plies);
        if random.0 > random.1 || book.0 > book.1 {
            Some("the fewest random half-moves are more than the most")
        } else if random.1.max(book.1) > 100 {
            Some("more than 100 random half-moves")
        } else if self.nodes == 0 || self.filter_nodes == 0 {
            Some("a search needs a node")
        } else if self.resign_plies == 0 || self.draw_plies == 0 {
            Some("adjudication needs at least one half-move to look at")
        } else if self.max_plies == 0 || self.max_plies as usize > MAX_PLIES {
            Some("the longest game has 1 to 4000 half-moves")
        } else {
            None
        }
    }

    /// The names of what differs in `other`, for messages.
    pub fn differences(&self, other: &Recipe) -> String {
        differences(self, other).join(", ")
    }
}

/// The fields that `mine` and `other` have with different values, as `name OTHER against MINE`.
pub(super) fn differences<T: Serialize>(mine: &T, other: &T) -> Vec<String> {
    let fields = |value: &T| serde_json::to_value(value).unwrap_or_default();
    let (mine, others) = (fields(mine), fields(other));
    // A field may be missing on either side.
    let names: BTreeSet<&String> =
        [&mine, &others].into_iter().filter_map(Value::as_object).flat_map(Map::keys).collect();
    let differing = names.into_iter().filter(|&name| mine[name] != others[name]);
    differing.map(|name| format!("{name} {} against {}", others[name], mine[name])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let other = Recipe { nodes: 7, ..Recipe::default() };
        assert_eq!(Recipe::default().differences(&other), "nodes 7 against 5000");
        assert_eq!(other.differences(&other), "");
        let other = Recipe { network: Some(9), ..Recipe::default() };
        assert_eq!(Recipe::default().differences(&other), "network 9 against null");
        assert_eq!(other.differences(&Recipe::default()), "network null against 9");
    }

    /// The run's number is the checksum of what is written.
    #[test]
    fn rules_are_written_only_where_they_are_new() {
        let old = Recipe { rules: perpetual_check(), ..Recipe::default() };
        let new = Recipe::default();
        let text = |recipe: &Recipe| serde_json::to_string(recipe).unwrap();
        assert!(!text(&old).contains("rules"));
        assert!(text(&new).contains(",\"rules\":\"Chinese2007\""));
        for recipe in [&old, &new] {
            assert_eq!(serde_json::from_str::<Recipe>(&text(recipe)).unwrap(), *recipe);
        }
        assert_eq!(new.differences(&old), "rules null against \"Chinese2007\"");
        assert_eq!(old.differences(&new), "rules \"Chinese2007\" against null");
    }

    #[test]
    fn missing_fields_have_their_defaults() {
        let recipe: Recipe = serde_json::from_str("{\"nodes\": 3}").unwrap();
        assert_eq!(recipe, Recipe { nodes: 3, rules: perpetual_check(), ..Recipe::default() });
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(Recipe::default().fault(), None);
        assert!(Recipe { random_plies: (3, 2), ..Recipe::default() }.fault().is_some());
        assert!(Recipe { max_plies: 4_001, ..Recipe::default() }.fault().is_some());
        assert!(Recipe { nodes: 0, ..Recipe::default() }.fault().is_some());
    }
}
