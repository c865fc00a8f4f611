//! Learners on the page: small runs in the pool, whose curves grow while others still have their turn.
//!
//! A lesson belongs to the server, not to the page that began it: it goes on until it is done or stopped, whoever
//! looks. Those that are over stay in the list; after a restart whoever teaches still knows those from which a model
//! was kept.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use player::Stop;

use crate::Refusal;
use crate::house::{House, new_name};
use crate::message::{Event, LessonCard, NewLesson};
use crate::peer::Peer;
use crate::program::{Learnt, LessonProgress};
use crate::session::now;

/// How often at most pages are told.
const PACE: Duration = Duration::from_millis(300);
/// So many lessons that are over are remembered, the latest ones.
const REMEMBERED: usize = 50;

/// The lessons that run and those that are over, in the order in which they began, and who is told of them.
#[derive(Default)]
pub(crate) struct Learners {
    lessons: Mutex<Vec<Lesson>>,
    watchers: Mutex<Vec<Arc<Peer>>>,
}

struct Lesson {
    card: LessonCard,
    stop: Stop,
    /// Who began it, with the tag of the wish.
    pupil: (Arc<Peer>, u32),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Learners {
    /// It stops and keeps what it has learnt.
    pub(crate) fn stop(&self, name: &str) -> Result<(), Refusal> {
        let lessons = lock(&self.lessons);
        let lesson = lessons.iter().find(|lesson| lesson.card.lesson == name && !lesson.card.finished);
        lesson.map(|lesson| lesson.stop.stop()).ok_or_else(|| Refusal::NoLesson { lesson: name.to_string() })
    }

    /// All stop, as when the server ends.
    pub(crate) fn stop_all(&self) {
        lock(&self.lessons).iter().for_each(|lesson| lesson.stop.stop());
    }

    /// Whether a lesson goes on.
    pub(crate) fn any_running(&self) -> bool {
        lock(&self.lessons).iter().any(|lesson| !lesson.card.finished)
    }

    fn begin(&self, lesson: Lesson, most: usize) -> Result<(), Refusal> {
        let mut lessons = lock(&self.lessons);
        let over = lessons.iter().filter(|lesson| lesson.card.finished).count();
        if lessons.len() - over >= most {
            return Err(Refusal::Runs);
        }
        if over >= REMEMBERED
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

    /// Writes down how far a lesson has got, and tells the pages.
    fn tell(&self, name: &str, progress: LessonProgress, finished: bool) {
        self.change(name, |card| card.advance(progress, finished));
    }

    /// Writes down why a lesson has failed, and tells the pages.
    fn fail(&self, name: &str, refusal: &Refusal) {
        self.change(name, |card| (card.failure, card.finished) = (Some(refusal.text()), true));
    }

    /// Changes a lesson, and tells whoever began it, under the tag of the request, and all others who watch.
    fn change(&self, name: &str, change: impl FnOnce(&mut LessonCard)) {
        let mut lessons = lock(&self.lessons);
        let Some(lesson) = lessons.iter_mut().find(|lesson| lesson.card.lesson == name) else { return };
        change(&mut lesson.card);
        let (pupil, tag) = &lesson.pupil;
        let event = || Event::Lesson { lesson: lesson.card.clone() };
        pupil.tell(Some(*tag), event());
        let watchers = lock(&self.watchers);
        watchers.iter().filter(|peer| peer.id != pupil.id && !peer.is_gone()).for_each(|peer| peer.tell(None, event()));
    }

    /// The lessons of this server, and those of earlier ones that are still known.
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
    /// The lessons there are, the latest first; from now on the page is told of each that goes on.
    pub(crate) async fn list_lessons(self: &Arc<House>, peer: &Arc<Peer>) -> Result<Vec<LessonCard>, Refusal> {
        self.learners.watch(peer);
        let house = Arc::clone(self);
        let learnt = tokio::task::spawn_blocking(move || house.program.lessons.learnt()).await;
        Ok(self.learners.list(learnt.map_err(|_| Refusal::Closing)?))
    }

    /// Begins a lesson, and tells whoever wanted it, and whoever else looks, how it goes on.
    pub(crate) fn learn(self: &Arc<House>, peer: &Arc<Peer>, tag: u32, lesson: NewLesson) -> Result<(), Refusal> {
        let (name, stop) = (new_name(), Stop::new());
        let (title, begun) = (lesson.title(), now() as f64);
        let card = LessonCard { lesson: name.clone(), title, begun, ..LessonCard::default() };
        let begins = Lesson { card, stop: stop.clone(), pupil: (Arc::clone(peer), tag) };
        self.learners.begin(begins, self.limits.runs)?;
        self.learners.tell(&name, LessonProgress::default(), false);
        let house = Arc::clone(self);
        self.pool.submit(&format!("lesson {name}"), 1, move || {
            let mut told = Instant::now();
            let mut report = |progress: LessonProgress| {
                if told.elapsed() >= PACE {
                    told = Instant::now();
                    house.learners.tell(&name, progress, false);
                }
                house.pool.give_way();
            };
            let learnt = house.guarded_or(Refusal::LessonCrashed, || {
                let learnt = house.program.lessons.teach(&lesson, &stop, &mut report);
                learnt.map_err(|reason| Refusal::Lesson { reason: Box::new(reason) })
            });
            match learnt {
                Ok(progress) => house.learners.tell(&name, progress, true),
                Err(refusal) => house.learners.fail(&name, &refusal),
            }
        });
        Ok(())
    }
}
