//! `mcts`: tree search by a network, or by playouts.
//!
//! Where a network was taught the board it searches by it (`search::puct`). Else, or with `net=off`, it is the engine of Baier and
//! Drake's "The Power of Forgetting" (2010) and more (`search::tree`): Monte-Carlo tree search with RAVE, transpositions, priors, and last
//! good replies in its playouts.
//! What is here is the player around it: `think` turns a budget into searches, `decide` their verdict into a move,
//! `handicap` and `ponder` are about komi in handicap games and the opponent's time.

mod decide;
mod handicap;
mod ponder;
mod think;

use std::sync::Arc;
use std::time::Duration;

use goban::{Color, Ending, Game, Move, Point, PointMap, Symmetry};
use models::intuition::Intuition;
use models::net::{EMBEDDED, Network};
use models::openings::{Book, Clusters};
use player::{Analysis, Budget, Candidate, Choice, Entry, Failure, Param, Player, Rng, Settings, SpecError, Stop};
use search::opening::{Filter, Manner, Opening};
use search::playout::{Chances, Limits, Mogo, Patterns, Policy, Replies, ReplyKind, ReplyTables, Rule, Trace};
use search::puct;
use search::tree::{self, Formula, Searcher, Weights};
use search::{Search, Verdict};

use crate::load::{load, load_or_named};
use decide::{Despair, View, sign};
use handicap::DynamicKomi;
use ponder::Pondering;
use think::{Audience, Plan, Thought, think};

/// The title of the note that tells what playouts have learnt to reply to the last move.
pub const REPLY_NOTE: &str = "Reply";

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "mcts",
    summary: "tree search by a network, or by playouts with RAVE, priors and last good replies",
    params: &[
        Param::int(
            "playouts",
            0,
            i64::MAX,
            "0",
            "simulations for each move where no time is given; 0 for 400 by a network, 8000 by playouts",
        ),
        Param::int("threads", 1, 256, "1", "how many threads search one tree"),
        Param::choice("policy", &["tuned", "mogo", "uniform"], "tuned", "how playouts choose their moves"),
        Param::choice(
            "reply",
            &ReplyKind::WORDS,
            "off",
            "which replies playouts learn: the last good ones, with forgetting (lgrf), or by win rates",
        ),
        Param::bool(
            "urgent-first",
            "true",
            "whether a playout answers ataris before it looks up replies, but for policy mogo",
        ),
        Param::float("temperature", 0.001, 1000.0, "0.1", "how evenly the replies that go by win rates are drawn"),
        Param::float(
            "rave",
            0.0,
            1e9,
            "3000",
            "visits at which the RAVE estimate weighs as much as the true one; 0 for none",
        ),
        Param::float("exploration", 0.0, 100.0, "0", "the weight of UCB1's exploration term"),
        Param::int("expand", 1, 1_000_000, "2", "the visits after which a move becomes a node of its own"),
        Param::bool("transpositions", "true", "whether sequences that meet share a node"),
        Param::bool("priors", "true", "whether tactics give new nodes virtual visits"),
        Param::int("memory", 1, 1 << 20, "512", "MiB that the tree may take"),
        Param::float(
            "resign",
            0.0,
            0.5,
            "0.05",
            "the win rate below which, three moves in a row, it resigns; 0 for never",
        ),
        Param::float("lag", 0.0, 60.0, "0.1", "seconds of a move that may pass between it and the clock"),
        Param::bool("ponder", "false", "whether it thinks on the opponent's time"),
        Param::bool("dynamic-komi", "true", "whether it asks more of Black, at first, in handicap games"),
        Param::float(
            "handicap-points",
            0.0,
            100.0,
            "8",
            "what dynamic komi takes a handicap stone on 19x19 to be worth",
        ),
        Param::float("handicap-moves", 0.0, 10.0, "0.55", "moves for each point until dynamic komi has gone"),
        Param::float(
            "variety",
            0.0,
            10.0,
            "0",
            "how freely its first moves are drawn by their visits, less and less; 0 plays the most visited",
        ),
        Param::bool("early", "true", "whether it stops once the leading move can't be overtaken"),
        Param::int("seed", 0, i64::MAX, "0", "the seed of every game; 0 takes the one that each game is given"),
        Param::float("rescue", 0.0, 1.0, "0.8", "how often a playout answers an atari"),
        Param::float("capture-last", 0.0, 1.0, "0.9", "how often a playout captures beside the last move"),
        Param::float("nakade", 0.0, 1.0, "0.9", "how often a playout plays the vital point of what was captured"),
        Param::float("pattern", 0.0, 1.0, "0.95", "how often a playout plays a 3x3 pattern by the last move"),
        Param::float("capture", 0.0, 1.0, "0.5", "how often a playout captures anything"),
        Param::int(
            "self-atari",
            1,
            1000,
            "3",
            "from how many stones on playouts avoid self-atari, unless it kills from within",
        ),
        Param::float(
            "mercy",
            0.0,
            1.0,
            "0.3",
            "the lead in stones beyond what is needed, as a share of the board, that ends a playout",
        ),
        Param::float("prior-even", 0.0, 1e3, "12", "virtual visits of every new move, half of them won"),
        Param::float("prior-capture", 0.0, 1e3, "15", "virtual wins of a capture"),
        Param::float("prior-escape", 0.0, 1e3, "10", "virtual wins of a rescue from atari"),
        Param::float("prior-self-atari", 0.0, 1e3, "10", "virtual losses of a self-atari"),
        Param::float(
            "prior-ladder",
            0.0,
            1e3,
            "15",
            "virtual wins of an atari that catches, losses of a hopeless rescue",
        ),
        Param::float("prior-pattern", 0.0, 1e3, "6", "virtual wins of a 3x3 pattern"),
        Param::float("prior-near", 0.0, 1e3, "8", "virtual wins of a move beside the last one"),
        Param::float(
            "prior-line",
            0.0,
            1e3,
            "6",
            "virtual losses of the first two lines, wins of the third, in empty areas",
        ),
        Param::float("prior-intuition", 0.0, 1e3, "30", "virtual wins of the move that experts are likeliest to play"),
        Param::choice(
            "opening",
            &["off", "filter", "bias", "book"],
            "off",
            "what clusters of experts' openings do: leave out other moves, or give theirs virtual wins; or an exact book",
        ),
        Param::int("opening-until", 0, 100, "12", "the number of stones after which the opening is over"),
        Param::float("opening-bias", 0.0, 1e3, "40", "virtual wins of a move of the nearest cluster"),
        Param::text("clusters", "default", "the clusters: default, paper-64, paper-96, or a file"),
        Param::text("book", "", "the file of an exact book; without one, the book that comes with the program"),
        Param::text(
            "net",
            "auto",
            "the network that it searches by: off, small, large, the file of one, or auto for what is best on the board",
        ),
        Param::float("net-exploration", 0.0, 100.0, "1", "how much a search by a network tries likely moves"),
        Param::float(
            "net-urgency",
            0.0,
            10.0,
            "0.2",
            "how much worse than its node a move is thought that was not tried",
        ),
        Param::float("net-points", 0.0, 10.0, "0.1", "what points count beside winning in a search by a network"),
        Param::float(
            "net-playouts",
            0.0,
            1.0,
            "0",
            "the part of a position's value that a playout says, and not the network",
        ),
        Param::float(
            "net-rave",
            0.0,
            1e9,
            "0",
            "visits at which RAVE weighs as much as the network, where playouts have a part; 0 for none",
        ),
        Param::bool("net-sides", "true", "whether the network looks at the board from all sides before a search"),
        Param::int("intuition-after", 0, 1_000_000, "8", "the visits of a position after which the model is asked"),
    ],
    build: |settings, _| {
        let openings = Openings::new(settings)?;
        let network = ByNetwork::new(settings, &openings)?;
        Ok(Box::new(Mcts::new(settings, openings, network)))
    },
};

/// Simulations for each move, where nothing else is said: by a network, and by playouts.
const USUAL: (u64, u64) = (400, 8000);
/// The smallest board that networks were taught.
const SMALLEST_TAUGHT: usize = 9;
/// The largest board on which the small network is taken: it won more games there in the same time, though not so many that it
/// could not be chance (docs/players.md).
const LARGEST_FOR_SMALL: usize = 9;

/// The network that it searches by, and how.
struct ByNetwork {
    which: Which,
    settings: puct::Settings,
}

enum Which {
    /// This one, even where playouts know more.
    Given(Arc<Network>),
    /// The best one for the game, if it is one that networks were taught.
    Best { small: Arc<Network>, large: Arc<Network> },
}

impl ByNetwork {
    /// What was asked for; `None` for a search by playouts.
    fn new(settings: &Settings, openings: &Openings) -> Result<Option<ByNetwork>, SpecError> {
        let get = |name: &str| {
            let read = |bytes: &[u8]| Network::read(bytes).map(Arc::new);
            load_or_named(ENTRY.name, name, Network::embedded(name), &EMBEDDED, read)
        };
        let which = match settings.text("net") {
            "off" => return Ok(None),
            // Clusters of openings and replies are for the search by playouts.
            "auto" if openings.guide.is_some() || settings.text("reply") != "off" => return Ok(None),
            "auto" => Which::Best { small: get("small")?, large: get("large")? },
            _ if openings.guide.is_some() => {
                let opening = settings.text("opening");
                let reason = format!("opening={opening} is for the search by playouts: take net=off");
                return Err(SpecError::Unavailable { player: ENTRY.name.to_string(), reason });
            }
            name => Which::Given(get(name)?),
        };
        let f = |name: &str| settings.float(name) as f32;
        let usual = puct::Settings::default();
        let settings = puct::Settings {
            formula: puct::Formula {
                exploration: f("net-exploration"),
                urgency: f("net-urgency"),
                rave: f("net-rave"),
                ..usual.formula
            },
            points: f("net-points"),
            playouts: f("net-playouts"),
            limits: limits(settings),
            all_sides: settings.bool("net-sides"),
            memory: memory(settings),
            threads: settings.int("threads") as usize,
        };
        Ok(Some(ByNetwork { which, settings }))
    }

    /// The network for a game; `None` where playouts know more.
    fn network(&self, game: &Game) -> Option<&Arc<Network>> {
        match &self.which {
            Which::Given(network) => Some(network),
            Which::Best { .. } if game.size() < SMALLEST_TAUGHT || game.rules().ending != Ending::TwoPasses => None,
            Which::Best { small, .. } if game.size() <= LARGEST_FOR_SMALL => Some(small),
            Which::Best { large, .. } => Some(large),
        }
    }
}

/// When playouts end.
fn limits(settings: &Settings) -> Limits {
    let self_atari = settings.int("self-atari") as usize;
    Limits { self_atari, mercy: settings.float("mercy") as f32, ..Limits::default() }
}

/// What a tree may take, in bytes.
fn memory(settings: &Settings) -> usize {
    (settings.int("memory") as usize) << 20
}

/// What it knows of openings.
#[derive(Default)]
struct Openings {
    /// What goes into the search.
    guide: Option<Opening>,
    /// What is played without one.
    book: Option<Arc<Book>>,
}

impl Openings {
    fn new(settings: &Settings) -> Result<Openings, SpecError> {
        let manner = match settings.text("opening") {
            "filter" => Manner::Filter,
            "bias" => Manner::Bias(settings.float("opening-bias") as f32),
            "book" => {
                let book = match settings.text("book") {
                    "" => Book::embedded().clone(),
                    name => Arc::new(load(ENTRY.name, name, Book::read)?),
                };
                return Ok(Openings { book: Some(book), guide: None });
            }
            _ => return Ok(Openings::default()),
        };
        let name = settings.text("clusters");
        let clusters = match Clusters::embedded(name) {
            Some(clusters) => clusters.clone(),
            None => Arc::new(load(ENTRY.name, name, Clusters::read)?),
        };
        let until = settings.int("opening-until") as usize;
        Ok(Openings { guide: Some(Opening { clusters, until, manner }), book: None })
    }

    /// The move of the book, if it has one that is legal.
    fn book_move(&self, game: &Game) -> Option<Point> {
        let point = self.book.as_ref()?.next(game.board())?;
        game.is_legal(point).then_some(point)
    }
}

struct Mcts {
    openings: Openings,
    settings: tree::Settings,
    network: Option<ByNetwork>,
    /// Simulations for each move; `None` for as many as are usual.
    playouts: Option<u64>,
    variety: f32,
    early: bool,
    lag: Duration,
    resign: f32,
    dynamic_komi: DynamicKomi,
    clean_up: bool,
    despair: Despair,
    seed: Option<u64>,
    game_seed: u64,
    /// For drawing moves.
    rng: Rng,
    chances: Chances,
    patterns: Arc<Patterns>,
    reply: ReplyKind,
    urgent_first: bool,
    temperature: f32,
    tables: ReplyTables,
    searcher: Option<Box<dyn Search>>,
    /// Whether that searches by the network.
    asks: bool,
    ponder: bool,
    pondering: Option<Pondering>,
    /// The side it last chose a move for.
    side: Option<Color>,
}

impl Mcts {
    fn new(settings: &Settings, openings: Openings, network: Option<ByNetwork>) -> Mcts {
        let chance = |name: &str| settings.float(name) as f32;
        let policy = settings.text("policy");
        let self_atari = settings.int("self-atari") as usize;
        let chances = match policy {
            "uniform" => Chances::NONE,
            "mogo" => Chances { rescue: 1.0, capture_last: 1.0, nakade: 0.0, pattern: 1.0, capture: 1.0, self_atari },
            _ => Chances {
                rescue: chance("rescue"),
                capture_last: chance("capture-last"),
                nakade: chance("nakade"),
                pattern: chance("pattern"),
                capture: chance("capture"),
                self_atari,
            },
        };
        let seed = settings.int("seed") as u64;
        // The declaration lets only words through that stand for a policy.
        let reply = settings.text("reply").parse().unwrap_or(ReplyKind::Off);
        let f = |name: &str| settings.float(name) as f32;
        let priors = if settings.bool("priors") {
            Weights {
                even: f("prior-even"),
                capture: f("prior-capture"),
                escape: f("prior-escape"),
                self_atari: f("prior-self-atari"),
                ladder: f("prior-ladder"),
                pattern: f("prior-pattern"),
                near: f("prior-near"),
                line: f("prior-line"),
                intuition: f("prior-intuition"),
            }
        } else {
            Weights::even(f("prior-even"))
        };
        if priors.intuition > 0.0 && network.is_none() {
            // Read now, not on the clock of the first move.
            Intuition::embedded();
        }
        Mcts {
            openings,
            settings: tree::Settings {
                formula: Formula { exploration: f("exploration"), rave_equivalence: f("rave") },
                expand: settings.int("expand") as u32,
                ask_after: settings.int("intuition-after") as u32,
                priors,
                limits: limits(settings),
                transpositions: settings.bool("transpositions"),
                memory: memory(settings),
                threads: settings.int("threads") as usize,
            },
            network,
            playouts: Some(settings.int("playouts") as u64).filter(|&playouts| playouts > 0),
            variety: f("variety"),
            early: settings.bool("early"),
            lag: Duration::from_secs_f64(settings.float("lag")),
            resign: f("resign"),
            dynamic_komi: DynamicKomi {
                on: settings.bool("dynamic-komi"),
                points_per_stone: f("handicap-points"),
                moves_per_point: f("handicap-moves"),
            },
            clean_up: false,
            despair: Despair::default(),
            seed: (seed != 0).then_some(seed),
            game_seed: seed,
            rng: Rng::new(seed),
            chances,
            patterns: Arc::new(Patterns::mogo()),
            reply,
            // As in the paper whose engine that policy is.
            urgent_first: settings.bool("urgent-first") && policy != "mogo",
            temperature: settings.float("temperature") as f32,
            tables: ReplyTables::Off,
            searcher: None,
            asks: false,
            ponder: settings.bool("ponder"),
            pondering: None,
            side: None,
        }
    }

    /// The searcher for a game, called back from pondering if need be.
    fn searcher(&mut self, game: &Game) -> &mut dyn Search {
        self.stop_pondering();
        let size = game.size();
        let network = self.network.as_ref().and_then(|by| Some((by.network(game)?.clone(), by.settings)));
        if self.asks != network.is_some() || self.searcher.as_ref().is_none_or(|searcher| searcher.size() != size) {
            self.asks = network.is_some();
            self.tables = ReplyTables::new(self.reply, self.temperature, size);
            let (patterns, tables, chances) = (self.patterns.clone(), self.tables.clone(), self.chances);
            let urgent_first = self.urgent_first;
            let filter = self.openings.guide.clone().filter(|opening| opening.manner == Manner::Filter);
            let policy = move || Policy {
                opening: filter.clone().map(Filter::new),
                replies: Replies::new(tables.clone()),
                tactics: Mogo::new(chances, patterns.clone()),
                urgent_first,
            };
            let mut searcher: Box<dyn Search> = match (network, &self.openings.guide) {
                (Some((network, settings)), _) => Box::new(puct::Searcher::new(settings, network, size, policy)),
                (None, guide) => {
                    let searcher = Searcher::new(self.settings, self.patterns.clone(), size, policy);
                    match guide {
                        Some(opening) => Box::new(searcher.with_opening(opening.clone())),
                        None => Box::new(searcher),
                    }
                }
            };
            searcher.reset(self.game_seed);
            self.searcher = Some(searcher);
        }
        let searcher = self.searcher.as_mut().expect("just made");
        searcher.set_extra_komi(if self.asks { 0.0 } else { self.dynamic_komi.extra(game) });
        &mut **searcher
    }

    /// Simulations for a move where nothing else is said.
    fn usual_playouts(&self, game: &Game) -> u64 {
        let (by_network, by_playouts) = USUAL;
        let asks = self.network.as_ref().is_some_and(|by| by.network(game).is_some());
        self.playouts.unwrap_or(if asks { by_network } else { by_playouts })
    }

    fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.searcher = pondering.end();
        }
    }

    fn answer(&mut self, game: &Game, budget: Budget, stop: &Stop, audience: &mut Audience<'_>) -> Choice {
        if let Some(point) = self.openings.book_move(game) {
            let mut choice = Choice::new(Move::Play(point));
            choice.analysis.note("Opening", "from the book");
            return choice;
        }
        let plan = Plan::new(&budget, self.usual_playouts(game), self.lag, self.early, game);
        let clean_up = self.clean_up;
        let mut thought = think(self.searcher(game), game, &plan, clean_up, stop, audience);
        if self.variety > 0.0 {
            self.vary(game, &mut thought);
        }
        self.side = Some(game.to_play());
        let mut analysis = analysis(game, &thought.verdict);
        let extra = self.dynamic_komi.extra(game);
        if extra != 0.0 && !self.asks {
            analysis.note("Dynamic komi", format!("Black is asked for {extra} points more"));
        }
        if let Some(point) = self.reply_to_the_last_move(game) {
            analysis.note(REPLY_NOTE, point.to_gtp(game.size()));
        }
        let mv =
            if self.resigns(game, &thought.verdict) && thought.mv != Move::Pass { Move::Resign } else { thought.mv };
        Choice { mv, analysis }
    }

    /// Draws another move than the most visited one: the further the game, the less often. Half as freely after as many moves as a
    /// board has lines.
    fn vary(&mut self, game: &Game, thought: &mut Thought) {
        let temperature = self.variety * 0.5_f32.powf(game.move_number() as f32 / game.size() as f32);
        let view = View::new(game, &thought.verdict, self.clean_up);
        if matches!(thought.mv, Move::Play(_))
            && let Some(mv) = view.draw(temperature, &mut self.rng)
        {
            thought.mv = mv;
        }
    }

    /// What the playouts have learnt to reply to the last move on the board.
    fn reply_to_the_last_move(&self, game: &Game) -> Option<Point> {
        game.board().last_move()?.point()?;
        let mut trace = Trace::default();
        trace.begin(game);
        let mut replies = Replies::new(self.tables.clone());
        replies.begin(game.board(), &trace);
        replies.propose(game.board(), &mut Rng::new(self.game_seed))
    }

    /// Whether the game has been hopeless for long enough. Nobody resigns in the first moves of a game.
    fn resigns(&mut self, game: &Game, verdict: &Verdict) -> bool {
        let placed = |color: Color| game.board().stones_on_board(color) + game.board().captured(color);
        let begun = 8 * Color::BOTH.map(placed).iter().sum::<u32>() as usize >= game.size() * game.size();
        let hopeless = verdict.playouts > 0 && verdict.win_rate < self.resign;
        self.despair.grows(game, begun && hopeless && !self.clean_up)
    }
}

impl Player for Mcts {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        Ok(self.answer(game, budget, stop, &mut Audience { every: Duration::MAX, report: &mut |_| {} }))
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let mut tell = |verdict: &Verdict| report(&analysis(game, verdict));
        let choice = self.answer(game, budget, stop, &mut Audience { every, report: &mut tell });
        report(&choice.analysis);
        Ok(choice)
    }

    fn observe(&mut self, game: &Game, _: Move) {
        self.stop_pondering();
        let theirs = self.side.is_some_and(|side| side != game.to_play());
        if self.ponder && theirs && !game.is_over() {
            self.searcher(game);
            self.pondering = self.searcher.take().and_then(|searcher| Pondering::start(searcher, game.clone()));
        }
    }

    /// By visits; of moves with equally many, by win rate.
    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        let playouts = self.usual_playouts(game);
        let plan = Plan::new(&Budget::playouts(playouts), playouts, self.lag, false, game);
        let mut nobody = Audience { every: Duration::MAX, report: &mut |_| {} };
        let verdict = think(self.searcher(game), game, &plan, false, &Stop::new(), &mut nobody).verdict;
        let mut tried = PointMap::new(0.0);
        for candidate in &verdict.candidates {
            if let Move::Play(point) = candidate.mv {
                // Less than another visit would be worth, whatever the win rate.
                tried[point] = candidate.visits as f32 + 0.5 * candidate.win_rate;
            }
        }
        // On a board that looks the same from several sides one of several equal moves has been searched.
        let (board, size) = (game.board(), game.size());
        let is_same = |symmetry: &Symmetry| {
            board.points().all(|point| board.cell(symmetry.apply(point, size)) == board.cell(point))
        };
        let same: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_same).collect();
        for point in game.legal_points() {
            let images = same.iter().map(|symmetry| tried[symmetry.apply(point, size)]);
            worth[point] = images.fold(0.0, f32::max);
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.stop_pondering();
        self.game_seed = self.seed.unwrap_or(seed);
        self.rng = Rng::new(self.game_seed);
        self.despair = Despair::default();
        self.side = None;
        self.tables.clear();
        let seed = self.game_seed;
        if let Some(searcher) = &mut self.searcher {
            searcher.reset(seed);
        }
    }

    fn clean_up(&mut self, on: bool) {
        self.stop_pondering();
        self.clean_up = on;
    }
}

/// What the search thinks, from the view of the side to move.
fn analysis(game: &Game, verdict: &Verdict) -> Analysis {
    let sign = sign(game.to_play());
    let tried = || verdict.candidates.iter().filter(|candidate| candidate.visits > 0);
    let candidates = tried().map(|candidate| Candidate {
        win_rate: Some(candidate.win_rate),
        score: candidate.score.map(|score| sign * score),
        prior: Some(candidate.prior),
        line: candidate.line.clone(),
        ..Candidate::new(candidate.mv, u64::from(candidate.visits))
    });
    // What earlier searches have found counts too.
    let visits: u64 = tried().map(|candidate| u64::from(candidate.visits)).sum();
    let won: f64 = tried().map(|candidate| f64::from(candidate.visits) * f64::from(candidate.win_rate)).sum();
    let win_rate = if verdict.kept > 0 { (won / visits.max(1) as f64) as f32 } else { verdict.win_rate };
    let mut analysis = Analysis {
        candidates: candidates.collect(),
        visits: visits.max(verdict.playouts),
        win_rate: Some(win_rate),
        score: Some(sign * verdict.score),
        score_spread: Some(verdict.spread),
        ownership: verdict.ownership.as_ref().map(|owners| {
            let mut ours = owners.clone();
            game.board().points().for_each(|point| ours[point] *= sign);
            ours
        }),
        ..Analysis::default()
    };
    const SHOWN: usize = 5;
    let rave = tried()
        .take(SHOWN)
        .filter_map(|candidate| Some(format!("{} {:.3}", candidate.mv.to_gtp(game.size()), candidate.rave?)));
    let rave = rave.collect::<Vec<_>>().join(", ");
    if !rave.is_empty() {
        analysis.note("RAVE", rave);
    }
    analysis.note("Tree", format!("{} nodes, {} visits kept from before", verdict.nodes, verdict.kept));
    analysis
}
