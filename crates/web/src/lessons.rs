//! Learners on the page: a small run in the pool, whose curve grows while others still have their turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use player::Stop;

use crate::Refusal;
use crate::house::{House, new_name};
use crate::message::{Event, NewLesson};
use crate::peer::Peer;
use crate::program::Progress;

/// How often at most a page is told.
const PACE: Duration = Duration::from_millis(300);

/// The learners that run.
#[derive(Default)]
pub(crate) struct Learners(Mutex<HashMap<String, Stop>>);

impl Learners {
    /// It stops and keeps what it has learnt.
    pub(crate) fn stop(&self, lesson: &str) -> Result<(), Refusal> {
        self.lock().get(lesson).map(Stop::stop).ok_or_else(|| Refusal::NoLesson(lesson.to_string()))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Stop>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House {
    /// Begins a lesson, and tells whoever wanted it how it goes on. It ends with the page.
    pub(crate) fn learn(self: &Arc<House>, peer: &Arc<Peer>, tag: u32, lesson: NewLesson) -> Result<(), Refusal> {
        let name = new_name();
        let stop = peer.begins(&name, false);
        {
            let mut running = self.learners.lock();
            if running.len() >= self.limits.runs {
                return Err(Refusal::Runs);
            }
            running.insert(name.clone(), stop.clone());
        }
        let (house, peer) = (Arc::clone(self), Arc::clone(peer));
        let tell = move |lesson: &str, progress: Progress, finished: bool| {
            let Progress { done, of, unit, curve, player } = progress;
            let lesson = lesson.to_string();
            peer.tell(Some(tag), Event::Lesson { lesson, done, of, unit, curve, player, finished });
        };
        tell(&name, Progress::default(), false);
        let teacher = Arc::clone(&house);
        self.pool.submit(&format!("lesson {name}"), 1, move || {
            let mut told = Instant::now();
            let mut report = |progress: Progress| {
                if told.elapsed() >= PACE {
                    told = Instant::now();
                    tell(&name, progress, false);
                }
                house.pool.give_way();
            };
            let learnt = teacher.guarded_by_name("the teacher", || {
                teacher.program.lessons.teach(&lesson, &stop, &mut report).map_err(Refusal::Lesson)
            });
            teacher.learners.lock().remove(&name);
            match learnt {
                Ok(progress) => tell(&name, progress, true),
                Err(refusal) => {
                    let unit = refusal.to_string();
                    tell(&name, Progress { unit, ..Progress::default() }, true);
                }
            }
        });
        Ok(())
    }
}
