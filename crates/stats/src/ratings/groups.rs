//! Groups of comparable players, and players that cannot be rated.

use super::likelihood::Encounters;

/// The connected groups of players who have met, directly or through others; the largest first.
pub(super) fn connected(encounters: &Encounters) -> Vec<Vec<usize>> {
    let players = encounters.players();
    let everybody: Vec<usize> = (0..players).collect();
    let mut grouped = vec![false; players];
    let mut groups = Vec::new();
    for player in 0..players {
        if !grouped[player] {
            let group = reached(&everybody, player, |one, other| encounters.games(one, other) > 0.0);
            for &member in &group {
                grouped[member] = true;
            }
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The members of a group who never lost a point to the rest of it, if any: no rating is high enough for them (Ford
/// 1957).
pub(super) fn unbeaten(encounters: &Encounters, group: &[usize]) -> Option<Vec<usize>> {
    let first = *group.first()?;
    let scored = |one, other| encounters.points(one, other) > 0.0;
    let below = reached(group, first, scored);
    if below.len() < group.len() {
        return Some(group.iter().copied().filter(|player| !below.contains(player)).collect());
    }
    let above = reached(group, first, |one, other| scored(other, one));
    (above.len() < group.len()).then_some(above)
}

/// The `members` that can be reached from the first by steps, in ascending order.
fn reached(members: &[usize], first: usize, step: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        for &to in members {
            if step(from, to) && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    reached.sort_unstable();
    reached
}
