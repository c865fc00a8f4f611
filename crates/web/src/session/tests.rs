//! Games on the page without a network: moves, seats, variations, counts, clocks, and the stored game.

use std::sync::mpsc;

use arena::ledger::{PageChange, PageGame};
use arena::{Ledger, LedgerError};

use super::*;
use crate::Limits;
use crate::message::Phase;

const NO_TIME: Duration = Duration::ZERO;

fn admit(text: &str) -> Result<Spec, Refusal> {
    Ok(text.parse()?)
}

fn terms(size: u8, black: &str, white: &str) -> Terms {
    Terms::new(size, [black.to_string(), white.to_string()])
}

fn begin(terms: Terms) -> Result<Session, Refusal> {
    NewGame { id: "test".to_string(), admit: &admit, limits: &Limits::default() }.game(terms)
}

fn game(size: u8, black: &str, white: &str) -> Session {
    begin(terms(size, black, white)).unwrap()
}

fn spec(name: &str) -> Spec {
    name.parse().unwrap()
}

fn at(name: &str, size: usize) -> Move {
    Move::from_gtp(name, size).unwrap()
}

impl Session {
    /// A person's move where the game stands.
    fn click(&mut self, mv: &str) -> Result<Played, Refusal> {
        self.person_plays(self.live, mv, NO_TIME)
    }

    fn reply(&mut self, mv: &str) -> Played {
        let who = self.program_to_move().unwrap().clone();
        self.program_plays(at(mv, self.game().size()), &who, &Analysis::default(), None).unwrap()
    }

    /// The session as it is after a restart of the server.
    fn again(&self) -> Session {
        let tree = Variations::new(self.tree.tree().clone(), self.game().rules(), 0.0, usize::MAX).unwrap();
        let stored = Session { tree, ..self.clone() }.take_new();
        Session::restore(&stored, &admit, &Limits::default()).unwrap()
    }
}

/// What a ledger has after a change.
fn update(stored: &mut PageGame, change: PageChange) {
    (stored.card, stored.state) = (change.card, change.state);
    for node in change.nodes {
        match stored.nodes.iter_mut().find(|known| known.number == node.number) {
            Some(known) => *known = node,
            None => stored.nodes.push(node),
        }
    }
}

#[test]
fn a_game_survives_a_kill_between_any_two_moves_and_a_move_writes_no_more_late_than_early() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(folder.path().join("ledger.db")).unwrap();
    let (send, committed) = mpsc::channel();
    let done = || {
        let send = send.clone();
        move |stored: Result<(), LedgerError>| send.send(stored).unwrap()
    };
    let mut session = game(19, "human", "random");
    ledger.store_page_game(session.take_new(), done());
    committed.recv().unwrap().unwrap();
    let mut written = Vec::new();
    for number in 0..300 {
        let point = Point::from_row_major(number, 19).to_gtp(19);
        match session.program_to_move() {
            Some(_) => session.reply(&point),
            None => session.click(&point).unwrap(),
        };
        let change = session.take_change();
        let nodes: usize = change.nodes.iter().map(|node| node.sgf.len()).sum();
        written.push(change.state.len() + change.card.stones.len() + nodes);
        ledger.update_page_game(change, done());
        committed.recv().unwrap().unwrap();
        let stored = ledger.page_game("test").unwrap().unwrap();
        let again = Session::restore(&stored, &admit, &Limits::default()).unwrap();
        assert_eq!((again.live(), again.game().moves()), (session.live(), session.game().moves()));
        assert_eq!(again.tree.tree(), session.tree.tree());
    }
    let (least, most) = (written.iter().min().unwrap(), written.iter().max().unwrap());
    assert!(most - least < 20 && *most < 1000, "{least} to {most} bytes for a move");
}

#[test]
fn a_game_of_an_earlier_version_is_resumed_where_its_record_stands() {
    let mut session = game(9, "human", "human");
    for mv in ["E5", "C3", "G7"] {
        session.click(mv).unwrap();
    }
    let mut stored = session.take_new();
    (stored.record, stored.nodes) = (Some(session.sgf()), Vec::new());
    let mut again = Session::restore(&stored, &admit, &Limits::default()).unwrap();
    assert_eq!((again.live(), again.game().moves()), (3, session.game().moves()));
    again.click("C7").unwrap();
    let change = again.take_change();
    assert_eq!(change.nodes.len(), 1, "the record is not written again");
    update(&mut stored, change);
    assert_eq!(Session::restore(&stored, &admit, &Limits::default()).unwrap().game().moves(), again.game().moves());
}

#[test]
fn a_person_and_a_program_take_turns() {
    let mut session = game(5, "human", "random");
    assert!(session.program_to_move().is_none());
    let played = session.click("c3").unwrap();
    assert!(played.fresh && played.live);
    assert_eq!(session.program_to_move(), Some(&spec("random")));
    assert_eq!(session.click("c4"), Err(Refusal::Turn { player: "random".to_string() }));
    session.reply("C4");
    assert_eq!(session.click("C3").unwrap_err().to_string(), "C3 is not a legal move: the point is occupied");
    assert_eq!(session.position(session.live(), Timing::default()).unwrap().number, 2);
}

#[test]
fn seats_change_hands_in_mid_game_and_for_a_few_moves() {
    let mut session = game(5, "human", "random");
    session.click("C3").unwrap();
    session.give_seat(Color::White, Occupant::Person, Some(1));
    session.click("C4").unwrap();
    assert_eq!(
        session.seat(Color::White).occupant(),
        &Occupant::Program(spec("random")),
        "the guest has made its move"
    );
    session.give_seat(Color::Black, Occupant::Program(spec("ranker")), None);
    assert_eq!(session.program_to_move(), Some(&spec("ranker")));
    session.reply("B2");
    session.give_seat(Color::White, Occupant::Person, None);
    assert!(session.program_to_move().is_none());
}

#[test]
fn a_move_elsewhere_is_a_variation_and_the_game_stays_where_it_stands() {
    let mut session = game(5, "human", "random");
    session.click("C3").unwrap();
    let live = session.live();
    let variation = session.person_plays(0, "B2", NO_TIME).unwrap();
    assert_eq!((variation.fresh, variation.live, session.live()), (true, false, live));
    let again = session.person_plays(0, "B2", NO_TIME).unwrap();
    assert_eq!((again.node, again.fresh), (variation.node, false));
    let followed = session.person_plays(0, "C3", NO_TIME).unwrap();
    assert_eq!((followed.node, followed.fresh), (live, false), "the move of the game is followed");
}

#[test]
fn undo_goes_to_before_the_last_move_of_a_person() {
    let mut session = game(5, "human", "random");
    session.click("C3").unwrap();
    session.reply("C4");
    session.click("B3").unwrap();
    session.reply("B4");
    session.undo().unwrap();
    assert_eq!(session.game().move_number(), 2);
    session.undo().unwrap();
    assert_eq!(session.game().move_number(), 0);
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
    assert_eq!(session.tree.len(), 5, "what was taken back is a variation");
    let mut programs = game(5, "random", "random");
    programs.reply("C3");
    programs.reply("C4");
    programs.undo().unwrap();
    assert_eq!(programs.game().move_number(), 1, "without persons, one move at a time");
}

#[test]
fn a_resignation_can_be_taken_back() {
    let mut session = game(5, "human", "random");
    session.click("C3").unwrap();
    session.click("resign").unwrap();
    let position = session.position(session.live(), Timing::default()).unwrap();
    assert_eq!((position.phase, position.result.as_deref()), (Phase::Over, Some("W+R")), "though it is White's turn");
    session.undo().unwrap();
    assert_eq!((session.phase(), session.game().move_number()), (Phase::Play, 1));
}

#[test]
fn a_game_continued_elsewhere_has_that_line_as_its_main_line() {
    let mut session = game(5, "human", "human");
    session.click("C3").unwrap();
    session.click("C4").unwrap();
    let variation = session.person_plays(1, "B2", NO_TIME).unwrap();
    session.continue_from(variation.node).unwrap();
    session.click("D4").unwrap();
    let sgf: String = session.sgf().lines().collect();
    assert!(sgf.contains("(;W[bd]PKW[human];B[db]PKW[human])(;W[cb]PKW[human])"), "{sgf}");
}

#[test]
fn dead_stones_are_marked_agreed_upon_or_played_out() {
    let board = "
        . X O . .
        X X O . .
        O O O . .
        . . . . .
        . X . . .";
    let start = Some(board.to_string());
    let mut session = begin(Terms { start, komi: Some(0.5), ..terms(9, "human", "human") }).unwrap();
    assert_eq!((session.terms.size, session.terms.rules.as_str()), (5, "chinese"));
    assert_eq!(session.toggle_dead("B1"), Err(Refusal::NotCounting));
    session.click("pass").unwrap();
    session.click("pass").unwrap();
    assert!(session.needs_count());
    assert_eq!(session.agree(), Err(Refusal::NotCounted));
    session.propose_dead(PointSet::new());
    session.toggle_dead("B1").unwrap();
    assert_eq!(session.toggle_dead("A1"), Err(Refusal::NoStone { point: "A1".to_string() }));
    let count = session.position(session.live(), Timing::default()).unwrap().count.unwrap();
    assert_eq!((count.dead.join(" "), count.result.as_str()), ("B1".to_string(), "W+17.5"));
    session.toggle_dead("A4").unwrap();
    session.toggle_dead("A4").unwrap();
    session.agree().unwrap();
    assert_eq!(session.position(session.live(), Timing::default()).unwrap().result.as_deref(), Some("W+17.5"));

    session.undo().unwrap();
    session.click("pass").unwrap();
    session.propose_dead(PointSet::new());
    session.resume().unwrap();
    assert_eq!(session.phase(), Phase::Play);
    assert_eq!(session.again().phase(), Phase::Play, "also after a restart");
    session.click("C1").unwrap();
    assert_eq!(session.game().move_number(), 3);
}

#[test]
fn between_programs_the_proposal_is_the_count() {
    let mut session = game(5, "random", "random");
    session.reply("C3");
    session.reply("pass");
    session.reply("pass");
    session.propose_dead(PointSet::new());
    assert_eq!(session.phase(), Phase::Over);
    assert_eq!(session.card().result, "B+17.5");
}

#[test]
fn under_tromp_taylor_rules_the_board_decides() {
    let mut session = begin(Terms { rules: "tromp-taylor".to_string(), ..terms(5, "human", "human") }).unwrap();
    session.click("C3").unwrap();
    session.click("pass").unwrap();
    session.click("pass").unwrap();
    assert_eq!(session.card().result, "B+17.5");
}

#[test]
fn time_runs_out() {
    let mut session = begin(Terms { clock: Some("10s+5s".to_string()), ..terms(5, "human", "human") }).unwrap();
    session.person_plays(0, "C3", Duration::from_secs(4)).unwrap();
    let clocks = session.position(1, Timing::default()).unwrap().seats.map(|seat| seat.clock.unwrap().left);
    assert_eq!(clocks, [11_000, 10_000]);
    assert_eq!(session.again().table.clocks(), session.table.clocks());
    assert!(matches!(session.person_plays(1, "C3", Duration::from_secs(9)), Err(Refusal::Illegal { .. })));
    assert_eq!(session.time_left(), Some(Duration::from_secs(10)), "an illegal move takes nothing off the clock");
    session.flag(Duration::from_secs(11));
    assert_eq!(session.card().result, "B+T");
}

#[test]
fn a_game_is_restored_as_it_was() {
    let mut session = begin(Terms { handicap: 2, pause: 300, ..terms(9, "human", "random") }).unwrap();
    session.reply("E5");
    session.click("E6").unwrap();
    session.give_seat(Color::White, Occupant::Person, Some(3));
    session.person_plays(0, "A1", NO_TIME).unwrap();
    session.running = false;
    session.remark(Refusal::Over);
    let again = session.again();
    let timing = Timing::default();
    assert_eq!(again.position(again.live(), timing).unwrap().stones, session.position(2, timing).unwrap().stones);
    assert_eq!((again.live(), again.tree.len(), again.running, again.pause), (2, 4, false, 300));
    assert_eq!(again.table.seats(), session.table.seats());
    assert_eq!((again.sgf(), again.terms.clone()), (session.sgf(), session.terms.clone()));
    assert_eq!(again.game().handicap(), 2);
    let mut marked = game(5, "human", "human");
    marked.click("C3").unwrap();
    marked.click("pass").unwrap();
    marked.click("pass").unwrap();
    marked.propose_dead(marked.game().board().points().filter(|point| point.to_gtp(5) == "C3").collect());
    let count = |session: &Session| session.position(session.live(), timing).unwrap().count;
    assert_eq!(count(&marked.again()), count(&marked));
}

#[test]
fn a_record_is_continued_where_it_ends_and_saved_as_it_was() {
    let sgf = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Shusaku]PW[Gennan];B[ee]C[the ear];W[ec](;B[gc])(;B[cc]TE[1]))";
    let start = Some(sgf.to_string());
    let mut session = begin(Terms { start, ..terms(19, "human", "random") }).unwrap();
    assert_eq!((session.terms.size, session.terms.komi, session.live()), (9, Some(6.5), 3));
    assert_eq!(session.terms.rules, "japanese");
    assert_eq!(session.tree.twig(1).unwrap().comment, "the ear");
    assert_eq!(session.sgf().lines().collect::<String>(), sgf);
    session.reply("C3");
    assert!(session.sgf().contains("PB[Shusaku]"), "the names of a record stay");
    let names = |session: &Session| {
        session.position(session.live(), Timing::default()).unwrap().seats.map(|seat| seat.name.unwrap_or_default())
    };
    assert_eq!(names(&session), ["Shusaku", ""], "a program has its own name");
    assert_eq!(
        (names(&session.again()), session.card().seats),
        (names(&session), ["Shusaku", "random"].map(str::to_string))
    );
    let finished = begin(Terms { start: Some("(;SZ[9]RE[B+R];B[ee])".to_string()), ..terms(9, "human", "random") });
    assert_eq!(finished.unwrap().phase(), Phase::Over);
}

#[test]
fn after_the_end_there_are_variations() {
    let start = Some("(;SZ[9]RE[B+R];B[ee];W[ec])".to_string());
    let mut session = begin(Terms { start, ..terms(9, "human", "random") }).unwrap();
    let played = session.click("C3").unwrap();
    assert_eq!((played.live, session.live()), (false, 2));
}

#[test]
fn impossible_terms_are_refused_with_a_sentence() {
    let refusal = |terms: Terms| begin(terms).unwrap_err().to_string();
    let usual = || terms(9, "human", "human");
    assert!(refusal(Terms { size: 99, ..usual() }).contains("99"));
    assert!(refusal(Terms { size: 0, ..usual() }).contains("size 0"));
    assert!(
        refusal(Terms { rules: "chess".to_string(), ..usual() })
            .contains("there are no rules chess: expected one of chinese")
    );
    assert!(refusal(Terms { handicap: 30, ..usual() }).contains("30 handicap stones"));
    assert!(refusal(Terms { clock: Some("soon".to_string()), ..usual() }).contains("is not a clock"));
    assert!(refusal(Terms { clock: Some("1000h".to_string()), ..usual() }).contains("too much"));
    assert!(refusal(Terms { budget: Some("2h".to_string()), ..usual() }).contains("too much"));
    assert!(refusal(Terms { komi: Some(f32::NAN), ..usual() }).contains("komi"));
    assert!(refusal(Terms { start: Some("(;GM[2])".to_string()), ..usual() }).contains("not a game of Go"));
    assert!(begin(Terms { start: Some("hello".to_string()), ..usual() }).is_err());
    assert!(refusal(terms(9, "ran dom", "human")).contains("cannot be the name"));
}

#[test]
fn a_rematch_has_the_colours_exchanged_and_the_same_start() {
    let start = Some(". X .\n. . .\n. O .".to_string());
    let mut session = begin(Terms { start, ..terms(9, "human", "random") }).unwrap();
    session.give_seat(Color::Black, Occupant::Program(spec("ranker")), Some(2));
    let again = begin(session.rematch()).unwrap();
    assert_eq!(again.terms.seats, ["random", "human"], "only owners play the rematch");
    assert_eq!(again.game().board(), session.tree.game(0).unwrap().board());
}

mod anything {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// After any actions of persons and programs, the stored game is the game as it stands.
        #[test]
        fn the_ledger_has_the_game_as_it_stands(
            actions in prop::collection::vec((0u8..12, 0usize..25, 0u32..30), 0..60)
        ) {
            let mut session = game(5, "human", "random");
            let mut stored = session.take_new();
            for (action, place, node) in actions {
                let point = goban::Point::from_row_major(place, 5).to_gtp(5);
                let _ = match action {
                    0..=3 => session.click(&point).map(drop),
                    4..=5 => match session.program_to_move().cloned() {
                        Some(who) => session.program_plays(at(&point, 5), &who, &Analysis::default(), None).map(drop),
                        None => Ok(()),
                    },
                    6 => session.person_plays(node, &point, NO_TIME).map(drop),
                    7 => session.undo(),
                    8 => session.continue_from(node),
                    9 => session.click("pass").map(drop),
                    10 => {
                        session.propose_dead(PointSet::new());
                        Ok(())
                    }
                    _ => session.resume(),
                };
                update(&mut stored, session.take_change());
                let again = Session::restore(&stored, &admit, &Limits::default()).unwrap();
                let timing = Timing::default();
                let (now, then) = (session.position(session.live(), timing)?, again.position(again.live(), timing)?);
                prop_assert_eq!((now.stones, now.to_play, now.phase), (then.stones, then.to_play, then.phase));
                prop_assert_eq!((now.legal, now.count, now.result), (then.legal, then.count, then.result));
                prop_assert_eq!(session.tree.len(), again.tree.len());
            }
        }
    }
}
