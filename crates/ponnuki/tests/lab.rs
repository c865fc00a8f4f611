//! `ponnuki lab` as a user runs it.

mod common;

use common::Sandbox;

#[test]
fn all_experiments_run_on_the_smallest_scale() {
    let output = Sandbox::new().run(&["lab", "run", "ALL", "--smoke"], "");
    assert_eq!(output.code, Some(0), "{output}");
    assert!(output.err.contains("experiments ran, and a report of"), "{output}");
}

#[test]
fn the_list_names_experiments_with_their_progress() {
    let output = Sandbox::new().run(&["lab", "list"], "");
    assert_eq!(output.code, Some(0), "{output}");
    output.says(&["forgetting/fig6", "0 of 9000", "forgetting/fig7", "0 of 18000"]);
}

#[test]
fn a_report_on_nothing_says_what_is_missing() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["lab", "report", "--folder", "report"], "");
    assert_eq!(output.code, Some(0), "{output}");
    let page = std::fs::read_to_string(sandbox.path("report/forgetting/fig7.md")).unwrap();
    assert!(page.contains("0 of 18,000 units at the source's scale are measured"), "{page}");
    assert!(page.contains("not measured yet"), "{page}");
}

#[test]
fn an_unknown_experiment_is_refused_with_the_nearest_name() {
    let output = Sandbox::new().run(&["lab", "run", "forgetting/fig77"], "");
    assert_eq!(output.code, Some(2), "{output}");
    assert!(output.err.contains("did you mean forgetting/fig7?"), "{output}");
}

#[test]
fn a_share_is_above_zero_and_up_to_one() {
    for share in ["0", "1.5", "-1", "half"] {
        let output = Sandbox::new().run(&["lab", "run", "forgetting/fig7", "--scale", share], "");
        assert_eq!(output.code, Some(2), "{output}");
        assert!(output.err.contains("expected a share above 0, up to 1"), "{output}");
    }
}
