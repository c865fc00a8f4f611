//! What units find when they are measured: players, records, results of other trials.

use std::path::{Path, PathBuf};

use kifu::corpus::Corpus;
use player::{Maker, Player, Spec, Stop};

use crate::{Collection, Evidence, LabError, Results, Scale, Trial};

/// The surroundings of a unit.
pub struct Lab<'a> {
    /// Makes players, other programs included.
    pub maker: &'a dyn Maker,
    /// The results so far.
    pub results: &'a Results,
    /// The files of records that the user named.
    pub games: Vec<(Collection, PathBuf)>,
    /// The scale.
    pub scale: Scale,
    /// After this signal a unit ends without a result.
    pub stop: Stop,
}

impl Lab<'_> {
    /// Makes a player.
    ///
    /// # Errors
    /// If the specification names no player that can be made here.
    pub fn player(&self, spec: &str) -> Result<Box<dyn Player>, LabError> {
        let spec: Spec = spec.parse()?;
        Ok(self.maker.make(&spec)?)
    }

    /// The file of a collection.
    ///
    /// # Errors
    /// If the user has named none.
    pub fn path(&self, collection: Collection) -> Result<&Path, LabError> {
        let named = self.games.iter().find(|(which, _)| *which == collection);
        named.map(|(_, path)| path.as_path()).ok_or(LabError::Games(collection))
    }

    /// The games of a collection.
    ///
    /// # Errors
    /// If the user has named none, or the file cannot be read.
    pub fn corpus(&self, collection: Collection) -> Result<Corpus, LabError> {
        Corpus::open([self.path(collection)?]).map_err(LabError::failed)
    }

    /// The evidence of another trial.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn evidence(&self, trial: &'static Trial) -> Result<Evidence, LabError> {
        self.results.evidence(&[trial], self.scale)
    }

    /// [`LabError::Stopped`] once the stop signal has come.
    ///
    /// # Errors
    /// That one.
    pub fn check_stop(&self) -> Result<(), LabError> {
        if self.stop.is_stopped() { Err(LabError::Stopped) } else { Ok(()) }
    }
}
