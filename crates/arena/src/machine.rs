//! The machine that games are played on: results with time limits depend on it.

use std::sync::LazyLock;

/// What a machine is called and how many cores it has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
    /// The processor, as the system names it.
    pub cpu: String,
    /// How many cores this program may use.
    pub cores: usize,
}

static HERE: LazyLock<Machine> = LazyLock::new(|| Machine {
    cpu: processor().unwrap_or_else(|| std::env::consts::ARCH.to_string()),
    cores: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
});

impl Machine {
    /// This one.
    pub fn here() -> &'static Machine {
        &HERE
    }
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_name_and_a_core() {
        assert!(!Machine::here().cpu.is_empty() && Machine::here().cores > 0);
    }
}
