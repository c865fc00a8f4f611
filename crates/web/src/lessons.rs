//! Lessons that pages start: small training runs in the pool.
//!
//! A lesson belongs to the server, not to the page that started it: it runs until it is complete or stopped. Finished
//! lessons stay in the list; after a restart, those with a stored model are listed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use player::Stop;

use crate::Refusal;
use crate::house::{House, new_name};
use crate::message::{Event, LessonCard, NewLesson};
use crate::peer::Peer;
use crate::program::{Learnt, LessonProgress};
use crate::session::now;

/// The shortest time between two updates of the pages.
const PACE: Duration = Duration::from_millis(300);
/// The most finished lessons in the list.
const REMEMBERED: usize = 50;

/// The running and the finished lessons, in the order of their start, and the pages that watch them.
#[derive(Default)]
pub(crate) struct LessonList {
    lessons: Mutex<Vec<Lesson>>,
    watchers: Mutex<Vec<Arc<Peer>>>,
}

struct Lesson {
    card: LessonCard,
    stop: Stop,
    /// The page that started it, with the tag of its request.
    starter: (Arc<Peer>, u32),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LessonList {
    /// Stops a lesson, which stores its model.
    pub(crate) fn stop(&self, name: &str) -> Result<(), Refusal> {
        let lessons = lock(&self.lessons);
        let lesson = lessons.iter().find(|lesson| lesson.card.lesson == name && !lesson.card.finished);
        lesson.map(|lesson| lesson.stop.stop()).ok_or_else(|| Refusal::NoLesson { lesson: name.to_string() })
    }

    /// Stops all lessons.
    pub(crate) fn stop_all(&self) {
        lock(&self.lessons).iter().for_each(|lesson| lesson.stop.stop());
    }

    /// Whether a lesson runs.
    pub(crate) fn any_running(&self) -> bool {
        lock(&self.lessons).iter().any(|lesson| !lesson.card.finished)
    }

    fn start(&self, lesson: Lesson, most: usize) -> Result<(), Refusal> {
        let mut lessons = lock(&self.lessons);
        let finished = lessons.iter().filter(|lesson| lesson.card.finished).count();
        if lessons.len() - finished >= most {
            return Err(Refusal::Runs);
        }
        if finished >= REMEMBERED
            && let Some(oldest) = lessons.iter().position(|lesson| lesson.card.finished)
        {
            lessons.remove(oldest);
        }
        lessons.push(lesson);
        Ok(())
    }

    fn watch(&self, peer: &Arc<Peer>) {
        let mut watchers = lock(&self.watchers);
        watchers.retain(|other| other.id != peer.id && !other.is_gone());
        watchers.push(Arc::clone(peer));
    }

    /// Records the progress of a lesson, and updates the pages.
    fn advance(&self, name: &str, progress: LessonProgress, finished: bool) {
        self.change(name, |card| card.advance(progress, finished));
    }

    /// Records the failure of a lesson, and updates the pages.
    fn fail(&self, name: &str, refusal: &Refusal) {
        self.change(name, |card| (card.failure, card.finished) = (Some(refusal.text()), true));
    }

    /// Changes a lesson, and updates the page that started it, under the tag of its request, and all that watch.
    fn change(&self, name: &str, change: impl FnOnce(&mut LessonCard)) {
        let mut lessons = lock(&self.lessons);
        let Some(lesson) = lessons.iter_mut().find(|lesson| lesson.card.lesson == name) else { return };
        change(&mut lesson.card);
        let (starter, tag) = &lesson.starter;
        let event = || Event::Lesson { lesson: lesson.card.clone() };
        starter.send_event(Some(*tag), event());
        let watchers = lock(&self.watchers);
        watchers
            .iter()
            .filter(|peer| peer.id != starter.id && !peer.is_gone())
            .for_each(|peer| peer.send_event(None, event()));
    }

    /// The lessons of this server, and stored ones of earlier servers.
    fn list(&self, learnt: Vec<Learnt>) -> Vec<LessonCard> {
        let mut cards: Vec<LessonCard> = lock(&self.lessons).iter().map(|lesson| lesson.card.clone()).collect();
        for Learnt { title, begun, progress } in learnt {
            if progress.player.is_none() || cards.iter().all(|card| card.player != progress.player) {
                let lesson = progress.player.clone().unwrap_or_else(|| format!("{title} {begun}"));
                let mut card = LessonCard { lesson, title, begun: begun as f64, ..LessonCard::default() };
                card.advance(progress, true);
                cards.push(card);
            }
        }
        cards.sort_by(|one, other| other.begun.total_cmp(&one.begun));
        cards
    }
}

impl LessonCard {
    fn advance(&mut self, progress: LessonProgress, finished: bool) {
        let LessonProgress { done, of, curve, measure, player } = progress;
        (self.done, self.of) = (done, of);
        (self.curve, self.measure, self.player) = (curve, measure, player);
        self.finished = finished;
    }
}

impl House {
    /// The lessons, the latest first; from now on the page watches them.
    pub(crate) async fn list_lessons(self: &Arc<House>, peer: &Arc<Peer>) -> Result<Vec<LessonCard>, Refusal> {
        self.lesson_list.watch(peer);
        let house = Arc::clone(self);
        let learnt = tokio::task::spawn_blocking(move || house.program.lessons.learnt()).await;
        Ok(self.lesson_list.list(learnt.map_err(|_| Refusal::Closing)?))
    }

    /// Starts a lesson.
    pub(crate) fn learn(self: &Arc<House>, peer: &Arc<Peer>, tag: u32, lesson: NewLesson) -> Result<(), Refusal> {
        let lesson = self.program.admit_lesson(lesson)?;
        let (name, stop) = (new_name(), Stop::new());
        let (title, begun) = (lesson.title.clone(), now() as f64);
        let card = LessonCard { lesson: name.clone(), title, begun, ..LessonCard::default() };
        let new = Lesson { card, stop: stop.clone(), starter: (Arc::clone(peer), tag) };
        self.lesson_list.start(new, self.limits.runs)?;
        self.lesson_list.advance(&name, LessonProgress::default(), false);
        let house = Arc::clone(self);
        self.pool.submit(&format!("lesson {name}"), 1, move || {
            let mut updated = Instant::now();
            let mut report = |progress: LessonProgress| {
                if updated.elapsed() >= PACE {
                    updated = Instant::now();
                    house.lesson_list.advance(&name, progress, false);
                }
                house.pool.give_way();
            };
            let learnt = house.guarded_or(Refusal::LessonCrashed, || {
                let learnt = house.program.lessons.teach(&lesson, house.program.maker.as_ref(), &stop, &mut report);
                learnt.map_err(|reason| Refusal::Lesson { reason: Box::new(reason) })
            });
            match learnt {
                Ok(progress) => house.lesson_list.advance(&name, progress, true),
                Err(refusal) => house.lesson_list.fail(&name, &refusal),
            }
        });
        Ok(())
    }
}
