//! What PyTorch says of a thousand positions by the weights of the large network, and what we say.
//!
//! `large.answers` was written by `training/answers.py`, which tells how: positions of professional games from 2024 on and of 9x9
//! games, five hundred each. Of each position there are the chance to win, the lead, the three likeliest moves, the pass,
//! and sums over all moves and all owners.

use models::net::{Evaluation, Input, Network, Workspace};

/// Numbers and bytes, one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken.to_vec()
    }

    fn byte(&mut self) -> u8 {
        self.bytes(1)[0]
    }

    fn short(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes(2).try_into().unwrap())
    }

    fn number(&mut self) -> f32 {
        f32::from_le_bytes(self.bytes(4).try_into().unwrap())
    }
}

#[test]
fn a_thousand_answers_are_those_of_pytorch() {
    let network = Network::embedded("large").unwrap();
    let mut numbers = Numbers(include_bytes!("large.answers"));
    let (mut workspace, mut answer) = (Workspace::default(), Evaluation::default());
    let mut positions = 0;
    while !numbers.0.is_empty() {
        let size = usize::from(numbers.byte());
        let komi = numbers.number();
        let territory = numbers.byte() != 0;
        let recent: Vec<u16> = (0..numbers.byte()).map(|_| numbers.short()).collect();
        let seen = numbers.bytes(size * size);
        network.ask(&Input { size, seen: &seen, recent: &recent, komi, territory }, &mut workspace, &mut answer);
        let close = |what: &str, ours: f32, theirs: f32, tolerance: f32| {
            let off = (ours - theirs).abs();
            assert!(off < tolerance, "{what} of position {positions}: {ours}, by PyTorch {theirs}");
        };
        close("the chance to win", (answer.win / (1.0 - answer.win)).ln(), numbers.number(), 1e-3);
        close("the lead", answer.lead, numbers.number(), 1e-2);
        close("the pass", answer.policy[size * size], numbers.number(), 1e-3);
        close("all moves together", answer.policy.iter().sum(), numbers.number(), 0.1);
        close("all owners together", answer.ownership.iter().sum(), numbers.number(), 0.02);
        for _ in 0..3 {
            let place = usize::from(numbers.short());
            close("a likely move", answer.policy[place], numbers.number(), 1e-3);
        }
        positions += 1;
    }
    assert_eq!(positions, 1000);
}
