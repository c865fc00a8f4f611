//! The content of the pages.

use std::collections::BTreeSet;

use super::block::Block;
use crate::{
    Claim, Evidence, Exhibit, Experiment, FAMILIES, Family, Finding, LabError, Results, Scale, Table, Verdict,
};

/// The page of an experiment.
pub(super) struct Page {
    pub(super) experiment: &'static Experiment,
    pub(super) blocks: Vec<Block>,
    findings: Vec<(&'static Claim, Finding)>,
    progress: (u64, u64),
}

impl Page {
    pub(super) fn new(
        family: &Family,
        experiment: &'static Experiment,
        results: &Results,
        scale: Scale,
    ) -> Result<Page, LabError> {
        let evidence = results.evidence(experiment.trials, scale)?;
        let judge = |claim: &'static Claim| (claim, (claim.judge)(&evidence));
        let findings: Vec<_> = experiment.claims.iter().map(judge).collect();
        let mut blocks =
            vec![Block::heading(1, experiment.title), Block::text(format!("{}, {}.", family.source, experiment.place))];
        if !findings.is_empty() {
            blocks.push(Block::heading(2, "Verdicts"));
            blocks.push(Block::Table(verdicts(&findings)));
        }
        blocks.extend([Block::heading(2, "What the source did"), Block::text(experiment.source)]);
        blocks.extend([Block::heading(2, "What we did"), Block::text(experiment.ours)]);
        blocks.push(Block::heading(2, "Results"));
        blocks.extend((experiment.exhibits)(&evidence).into_iter().map(|exhibit| shown(experiment, exhibit)));
        if !experiment.trials.is_empty() {
            blocks.push(Block::heading(2, "Evidence"));
            blocks.push(Block::text(provenance(experiment, &evidence)));
            blocks.push(Block::Command(format!("ponnuki lab run {}", experiment.name)));
        }
        Ok(Page { experiment, blocks, findings, progress: evidence.progress() })
    }
}

fn shown(experiment: &Experiment, exhibit: Exhibit) -> Block {
    match exhibit {
        Exhibit::Table(table) => Block::Table(table),
        Exhibit::Text(text) => Block::Text(text),
        Exhibit::Figure(figure) => {
            let dash = if figure.name.is_empty() { "" } else { "-" };
            let file = format!("{}{dash}{}.svg", experiment.file_name(), figure.name);
            Block::Figure(figure, file)
        }
    }
}

fn verdicts(findings: &[(&'static Claim, Finding)]) -> Table {
    let mut table = Table::new("", ["claim", "verdict", "figures", "test"]);
    for (claim, finding) in findings {
        table.row([
            format!("{} ({})", claim.text, claim.place),
            verdict_in_words(finding),
            finding.figures.clone(),
            claim.test.to_string(),
        ]);
    }
    table
}

/// `undecided; about 1,200 in each condition would decide`.
fn verdict_in_words(finding: &Finding) -> String {
    match finding.needed {
        Some(needed) => format!("{}; about {} in each condition would decide", finding.verdict, thousands(needed)),
        None => finding.verdict.to_string(),
    }
}

/// Where the evidence comes from, and what is missing.
fn provenance(experiment: &Experiment, evidence: &Evidence) -> String {
    let (done, all) = evidence.progress();
    let mut text = format!("{} of {} units at the source's scale are measured", thousands(done), thousands(all));
    let dates: BTreeSet<&str> = evidence.entries.iter().map(|entry| entry.date.as_str()).collect();
    let versions: BTreeSet<&str> = evidence.entries.iter().map(|entry| entry.version.as_str()).collect();
    let machines: BTreeSet<&str> = evidence.entries.iter().map(|entry| entry.machine.as_str()).collect();
    if let (Some(first), Some(last)) = (dates.first(), dates.last()) {
        let versions = versions.into_iter().collect::<Vec<_>>().join(", ");
        let days = if first == last { format!("on {first}") } else { format!("from {first} to {last}") };
        text += &format!(", {days}, by version {versions}");
    }
    text += ".";
    for machine in machines.into_iter().filter(|machine| !machine.is_empty()) {
        text += &format!(" Processor: {machine}.");
    }
    let missing = |condition: &&crate::Condition| evidence.of(&condition.name).next().is_none();
    let missing: Vec<&str> =
        evidence.conditions.iter().filter(missing).map(|condition| condition.name.as_str()).collect();
    if done > 0 && !missing.is_empty() {
        text += &format!(" Not measured yet: {}.", missing.join(", "));
    }
    if evidence.outdated > 0 {
        text += &format!(" {} units of other settings do not count.", thousands(evidence.outdated as u64));
    }
    let forfeits = crate::games::forfeits(evidence);
    if forfeits > 0 {
        text += &format!(" In {} games a player broke down; they do not count.", thousands(forfeits as u64));
    }
    let files: Vec<String> =
        experiment.trials.iter().map(|trial| format!("results/{}.jsonl", trial.name.replace('/', "-"))).collect();
    text + &format!(" The evidence is in {}; this command measures what is missing:", files.join(" and "))
}

/// The summary of all experiments.
pub(super) fn summary(pages: &[Page]) -> Vec<Block> {
    let findings: Vec<&(&Claim, Finding)> = pages.iter().flat_map(|page| &page.findings).collect();
    let count = |verdict| findings.iter().filter(|(_, finding)| finding.verdict == verdict).count();
    let unmeasured = findings.iter().filter(|(_, finding)| finding.is_unmeasured()).count();
    let mut blocks = vec![
        Block::heading(1, "The lab"),
        Block::text(format!(
            "Every table and figure of the sources, repeated by one command each. Of {} claims {} hold, {} do not hold \
             and {} are undecided, {unmeasured} of these for want of measurements. A verdict follows from the evidence \
             in results/ by the test beside it, and from nothing else.",
            findings.len(),
            count(Verdict::Holds),
            count(Verdict::DoesNotHold),
            count(Verdict::Undecided)
        )),
        Block::Command("ponnuki lab list".to_string()),
        Block::Command("ponnuki lab run forgetting/fig7 --scale 0.1".to_string()),
        Block::Command("ponnuki lab report".to_string()),
        Block::heading(2, "How verdicts are computed"),
        Block::text(METHOD),
    ];
    for family in FAMILIES {
        blocks.push(Block::heading(2, family.name));
        blocks.push(Block::text(format!("{}.", family.source)));
        let mut table = Table::new("", ["experiment", "what", "measured", "hold", "do not hold", "undecided"]);
        for page in pages.iter().filter(|page| page.experiment.family() == family.name) {
            let of = |verdict| page.findings.iter().filter(|(_, finding)| finding.verdict == verdict).count();
            let (done, all) = page.progress;
            table.row([
                page.experiment.name.to_string(),
                page.experiment.title.to_string(),
                format!("{} of {}", thousands(done), thousands(all)),
                of(Verdict::Holds).to_string(),
                of(Verdict::DoesNotHold).to_string(),
                of(Verdict::Undecided).to_string(),
            ]);
        }
        blocks.push(Block::Index(table));
    }
    blocks.push(Block::heading(2, "Claims that do not hold"));
    let mut table = Table::new("", ["experiment", "claim", "figures"]);
    for page in pages {
        for (claim, finding) in page.findings.iter().filter(|(_, finding)| finding.verdict == Verdict::DoesNotHold) {
            table.row([page.experiment.name.to_string(), claim.text.to_string(), finding.figures.clone()]);
        }
    }
    blocks.push(if table.rows.is_empty() { Block::text("None so far.") } else { Block::Index(table) });
    blocks
}

const METHOD: &str = "Tests are two-sided at 5%, and intervals are 95% intervals. A claim holds where the evidence \
                      excludes the contrary. It does not hold where the evidence excludes the claim, or shows that a \
                      claimed advantage is below 5 percentage points (or below the margin that its test names). \
                      Otherwise it is undecided, and the number of units in each condition is given that would decide \
                      it if the estimates stay as they are. A claim of several parts holds if every part does; it does \
                      not hold if one part is refuted at 5% divided by the number of parts. Nothing is corrected for \
                      the number of claims: of a hundred false claims, some will seem to hold. Repeated games count \
                      once.";

/// `1,234,567`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
