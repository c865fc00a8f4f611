//! Compares inference with PyTorch.
//!
//! `large.answers` has 1,000 evaluations by the large network: 500 positions of professional games from 2024 on, 500 of
//! 9x9 games. `training/answers.py` wrote it and documents the format. `komi.answers` has evaluations of random
//! positions by a network with a komi head whose weights come from a fixed pseudo-random sequence;
//! `training/komi_answers.py` wrote it.
//!
//! PyTorch computes with 32-bit floats, inference with integers in the convolutions. The tolerances are about twice the
//! largest differences.

use std::collections::BTreeMap;

use goban::{Board, Color, Move, Point};

use super::{Evaluation, Input, NetEvaluator, Network, Position, RECENT, Shape, Symmetries, Workspace};

/// Reads the format of `training/answers.py`.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
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

/// Evaluates all positions, asserts that PyTorch's numbers are the same, and returns the number of positions.
fn compare(network: &Network, answers: &[u8]) -> usize {
    let mut reader = Reader(answers);
    let (mut workspace, mut evaluation) = (Workspace::default(), Evaluation::default());
    let mut positions = 0;
    while !reader.0.is_empty() {
        let size = usize::from(reader.byte());
        let komi = reader.number();
        let territory = reader.byte() != 0;
        let recent: Vec<u16> = (0..reader.byte()).map(|_| reader.short()).collect();
        let seen = reader.bytes(size * size);
        network.ask(&Input { size, seen, recent: &recent, komi, territory }, &mut workspace, &mut evaluation);
        let close = |what: &str, ours: f32, theirs: f32, tolerance: f32| {
            let off = (ours - theirs).abs();
            assert!(off < tolerance, "{what} of position {positions}: {ours}, by PyTorch {theirs}");
        };
        let logit = reader.number();
        if logit.abs() < 8.0 {
            close("the win logit", (evaluation.win / (1.0 - evaluation.win)).ln(), logit, 0.1);
        } else {
            // The logit cannot be computed from a win rate that rounds to 0 or 1.
            close("the win rate", evaluation.win, 1.0 / (1.0 + (-logit).exp()), 3e-5);
        }
        let lead = reader.number();
        close("the lead", evaluation.lead, lead, 0.3 + 0.01 * lead.abs());
        close("the logit of the pass", evaluation.policy[size * size], reader.number(), 0.05);
        close("the sum of all logits", evaluation.policy.iter().sum(), reader.number(), 10.0);
        close("the sum of the ownership", evaluation.ownership.iter().sum(), reader.number(), 0.5);
        for _ in 0..3 {
            let place = usize::from(reader.short());
            close("the logit of a likely move", evaluation.policy[place], reader.number(), 0.1);
        }
        positions += 1;
    }
    positions
}

/// A network whose weights are pseudo-random numbers from -1/8 to 1/8, tensor by tensor in the order of their names.
fn random_network(shape: &str) -> Network {
    let shape: Shape = shape.parse().unwrap();
    let lengths: BTreeMap<String, usize> = shape.tensors().into_iter().collect();
    let mut weights = (0..).map(|n| ((crate::mix(n) >> 40) as f32 / (1 << 23) as f32 - 1.0) / 8.0);
    let tensors = lengths.into_iter().map(|(name, length)| (name, weights.by_ref().take(length).collect()));
    Network::new(shape, tensors.collect(), String::new()).unwrap()
}

#[test]
fn the_large_network_evaluates_as_in_pytorch() {
    let network = Network::embedded("large").unwrap();
    assert_eq!(compare(network, include_bytes!("../../tests/large.answers")), 1000);
}

#[test]
fn a_network_with_a_komi_head_evaluates_as_in_pytorch() {
    let network = random_network("3x32-komi");
    assert_eq!(compare(&network, include_bytes!("../../tests/komi.answers")), 24);
}

#[test]
fn a_network_with_a_komi_head_survives_both_file_formats() {
    let network = random_network("3x32-komi");
    let weights = super::safetensors::read(&super::safetensors::write(&network), String::new()).unwrap();
    let bytes = weights.write(super::Bits::Sixteen);
    assert_eq!(bytes, network.write(super::Bits::Sixteen));
    let read = Network::read(&bytes).unwrap();
    assert_eq!(read.shape().to_string(), "3x32-komi");
    assert_eq!(read.write(super::Bits::Sixteen), bytes);
}

/// One point of komi is one point of lead, far beyond any komi in games, and komi never helps the player who gives it.
#[test]
fn with_a_komi_head_the_lead_follows_komi_and_the_win_rate_falls() {
    let network = random_network("3x32-komi");
    let mut board = Board::new(9);
    board.play(Move::Play(Point::from_gtp("C4", 9).unwrap())).unwrap();
    for player in [Color::White, Color::Black] {
        board.set_to_play(player);
        let mut evaluator = NetEvaluator::default();
        let mut evaluate = |given: i32| {
            let komi = if player == Color::Black { given } else { -given } as f32;
            let position = Position { board: &board, recent: [None; RECENT], komi, territory: false };
            let evaluation = evaluator.evaluate(&network, &position, Symmetries::STRAIGHT);
            (evaluation.lead, evaluation.win)
        };
        let mut last = evaluate(-150);
        assert!(last.1 > 0.99, "{player:?} receives 150 points: {last:?}");
        for given in -149..=150 {
            let next = evaluate(given);
            assert!((last.0 - next.0 - 1.0).abs() < 1e-3, "{player:?} gives {given}: {last:?}, then {next:?}");
            let may_saturate = next.1 == 0.0 || last.1 > 0.9999;
            assert!(
                next.1 < last.1 || may_saturate && next.1 <= last.1,
                "{player:?} gives {given}: {last:?}, {next:?}"
            );
            last = next;
        }
        assert!(last.1 < 0.01, "{player:?} gives 150 points: {last:?}");
    }
}
