//! A server that is killed loses nothing that a page has seen, and one that shuts down waits for its lessons.

mod common;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Page, ServerProcess, terms};
use player::{Maker, Stop};
use web::message::{Event, Intention};
use web::{AdmittedLesson, LessonProgress, Lessons, Options, PageTeacher, Program, Server, Text};

fn serve(ledger: &Path) -> ServerProcess {
    ServerProcess::start(Command::new(ServerProcess::PROGRAM).arg(ledger))
}

#[test]
fn a_server_that_is_killed_loses_nothing_that_a_page_has_seen() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.db");
    let mut seen: Vec<(String, Vec<i8>, u32)> = Vec::new();
    for _ in 0..3 {
        let server = serve(&ledger);
        let mut page = Page::open(server.address);
        for (game, stones, number) in &seen {
            let (_, position) = page.watch(game);
            assert_eq!((&position.stones, position.number), (stones, *number));
        }
        let (game, mut position) = page.new_game(terms(9, "human", "human"));
        for _ in 0..10 {
            position = page.play(&game, position.live, &position.legal[3].clone());
        }
        // The last move may or may not be stored, but nothing before it is lost.
        page.ask(Intention::Play { game: game.clone(), node: position.live, mv: "pass".to_string() });
        drop(server);
        let server = serve(&ledger);
        let (_, found) = Page::open(server.address).watch(&game);
        assert!(found.number == 10 || found.number == 11);
        assert_eq!(found.stones, position.stones);
        drop(server);
        seen.push((game, found.stones, found.number));
    }
}

/// Teaches until it is stopped, and then stores the model.
struct Teacher(Arc<AtomicBool>);

impl Lessons for Teacher {
    fn teachers(&self) -> &'static [PageTeacher] {
        common::players::TEACHERS
    }

    fn teach(
        &self,
        _: &AdmittedLesson,
        _: &dyn Maker,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        while !stop.is_stopped() {
            report(LessonProgress { done: 1, of: 2, ..LessonProgress::default() });
        }
        self.0.store(true, Ordering::SeqCst);
        Ok(LessonProgress::default())
    }
}

#[test]
fn a_server_that_shuts_down_waits_until_a_lesson_has_stored_its_model() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Arc::new(AtomicBool::new(false));
    let program = Program { lessons: Box::new(Teacher(Arc::clone(&kept))), ..common::players::program() };
    let options = Options { ledger: folder.path().join("ledger.db"), ..Options::default() };
    let server = Server::start(program, options).unwrap();
    let mut page = Page::open(server.address());
    page.answer(Intention::Learn { lesson: common::players::counting(2) }, |event| match event {
        Event::Lesson { lesson } => (lesson.done == 1).then_some(()),
        _ => None,
    });
    drop(server);
    assert!(kept.load(Ordering::SeqCst));
}
