//! Collections of game records, which come from the user.

use std::fmt;

/// A kind of game records that experiments need. The records do not come with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Collection {
    /// Professional games on 19x19.
    Professional,
    /// Games on 9x9.
    Nine,
    /// The game that Stoutamire's thesis comments on in chapter 6.
    Master,
}

impl Collection {
    /// All of them.
    pub const ALL: [Collection; 3] = [Collection::Professional, Collection::Nine, Collection::Master];

    /// The option of the command line that names the file.
    pub fn option(self) -> &'static str {
        match self {
            Collection::Professional => "professional",
            Collection::Nine => "nine",
            Collection::Master => "master",
        }
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Collection::Professional => {
                "professional 19x19 games of all eras (Andries Brouwer's collection of Japanese professional games)"
            }
            Collection::Nine => "9x9 games of strong players (CGOS, GoQuest and OGS, from public data sets)",
            Collection::Master => {
                "the game of the third Fujitsu Cup, 2 June 1990, between Lee and Kobayashi (cwi/Fujitsu/03/19 in \
                 Andries Brouwer's collection)"
            }
        })
    }
}
