//! Parameters that had another name, or belonged to another player, in earlier versions.

/// What to write for an old key of a player.
pub fn renamed(player: &str, key: &str) -> Option<&'static str> {
    const OF_RAVE: [&str; 29] = [
        "policy",
        "reply",
        "urgent-first",
        "temperature",
        "expand",
        "transpositions",
        "priors",
        "dynamic-komi",
        "handicap-points",
        "handicap-moves",
        "rescue",
        "capture-last",
        "nakade",
        "pattern",
        "capture",
        "self-atari",
        "mercy",
        "prior-even",
        "prior-capture",
        "prior-escape",
        "prior-self-atari",
        "prior-ladder",
        "prior-pattern",
        "prior-near",
        "prior-line",
        "prior-intuition",
        "intuition-after",
        "opening-until",
        "opening-bias",
    ];
    match (player, key) {
        ("mcts", "net") => Some("write model=, or take the player rave where it was net=off"),
        ("mcts", "net-exploration") => Some("write exploration="),
        ("mcts", "net-urgency") => Some("write urgency="),
        ("mcts", "net-points") => Some("write points="),
        ("mcts", "net-playouts") => Some("write playout-share="),
        ("mcts", "net-rave") => Some("write playout-rave="),
        ("mcts", "net-sides") => Some("write symmetries="),
        ("mcts", "rave") => Some("it is the parameter equivalence of the player rave"),
        ("mcts", "clusters") => Some("it is a parameter of the player rave"),
        ("mcts", key) if OF_RAVE.contains(&key) => Some("it is a parameter of the player rave"),
        _ => None,
    }
}
