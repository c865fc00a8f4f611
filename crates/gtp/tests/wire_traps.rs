//! Lines as they really come: ids, comments, carriage returns, control characters, bytes that are not text.

mod common;

use std::io::BufReader;
use std::sync::mpsc;

use common::{Live, converse, players, read_replies, replies};
use proptest::prelude::*;

#[test]
fn carriage_returns_comments_and_empty_lines_are_no_commands() {
    let output = converse("first", "\r\n# a comment\r\n\t \n  name  # who?\r\n\r\n1 version\r\nquit\r\n");
    let replies = read_replies(&output);
    assert_eq!(replies.len(), 3);
    assert!(output.starts_with("= Ponnuki\n\n=1 0."));
}

#[test]
fn tabs_separate_and_control_characters_vanish() {
    let output = converse("first", "7\tboardsize\t\t5\n\x00\x07play b\x1b c3\x7f\nplay w C3\n");
    assert!(output.starts_with("=7 \n\n= \n\n? illegal move"), "{output:?}");
}

#[test]
fn a_line_without_an_end_is_still_a_command() {
    assert_eq!(converse("first", "name"), "= Ponnuki\n\n");
}

#[test]
fn the_end_of_the_input_ends_the_engine_without_a_word() {
    assert_eq!(converse("first", ""), "");
    assert_eq!(converse("first", "# nothing\n\n"), "");
}

/// A script that is piped in ends long before it is answered.
#[test]
fn a_move_is_thought_about_to_its_end_after_the_input_has_ended() {
    let output = converse("thinker:visits=30", "boardsize 5\nkata-genmove_analyze b 1000\n");
    assert!(output.contains("info move A5 visits 30 "), "{output}");
}

#[test]
fn a_search_is_stopped_when_the_reader_hangs_up() {
    let (leave, left) = mpsc::channel::<()>();
    let engine = Live::start_with("thinker:visits=1000000000", move |input, output, spec| {
        let spec = spec.parse().expect("a specification");
        let hung_up = move || assert!(left.recv().is_err());
        gtp::serve_until_hangup(BufReader::new(input), output, &players::Troupe, spec, hung_up).expect("served");
    });
    engine.say("kata-genmove_analyze b 1\n");
    engine.wait_until("a report", |heard| heard.contains("info move"));
    drop(leave);
    engine.wait_until("a move", |heard| heard.contains("play "));
    engine.finish();
}

#[test]
fn what_comes_after_quit_is_not_answered() {
    assert_eq!(converse("first", "quit\nname\n"), "= \n\n");
}

#[test]
fn bytes_that_are_no_text_get_a_question_mark() {
    let replies = replies("first", b"\xff\xfe\x80 \xc3\x28\nname\n".to_vec());
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0].result, Err("unknown command".to_string()));
    assert_eq!(replies[1].result, Ok("Ponnuki".to_string()));
}

#[test]
fn a_very_long_line_is_understood() {
    let moves = " b pass".repeat(1000);
    let spaces = " ".repeat(1_000_000);
    let replies = replies("first", format!("boardsize 9\ngogui-play_sequence{spaces}{moves}\ngg-undo 1000\nundo\n"));
    assert!(replies[..3].iter().all(|reply| reply.result.is_ok()));
    assert!(replies[3].result.is_err());
}

#[test]
fn analysis_goes_on_until_any_line_comes_even_an_empty_one() {
    let engine = Live::start("thinker");
    engine.say("boardsize 5\n1 kata-analyze 1\n");
    let count = |heard: &str| heard.matches("info move A5").count();
    let heard = engine.wait_until("several reports", |heard| count(heard) >= 3);
    assert!(heard.starts_with("= \n\n=1\ninfo move A5"), "{heard:?}");
    assert!(!heard.ends_with("\n\n"), "analysis still runs");
    engine.say("\n");
    engine.wait_until("the end of the reply", |heard| heard.ends_with("\n\n"));
    engine.say("2 name\n");
    assert!(engine.finish().ends_with("\n\n=2 Ponnuki\n\n"));
}

#[test]
fn a_command_stops_analysis_and_is_answered_after_it() {
    let engine = Live::start("thinker");
    engine.say("lz-analyze 1\n");
    engine.wait_until("a report", |heard| heard.contains("info move"));
    engine.say("play b A19\nlz-analyze 1\n");
    engine.wait_until("a report of the next position", |heard| heard.contains("= \n\n=\ninfo move B19"));
    let replies = read_replies(&engine.finish());
    assert_eq!(replies.len(), 3);
}

#[test]
fn a_player_that_has_thought_enough_keeps_its_analysis_open() {
    let engine = Live::start("first");
    engine.say("boardsize 5\nlz-analyze 1\n");
    engine.wait_until("the report", |heard| heard.contains("pv A5\n"));
    assert!(engine.heard().ends_with("pv A5\n"));
    engine.say("name\n");
    assert!(engine.finish().ends_with("pv A5\n\n= Ponnuki\n\n"));
}

#[test]
fn the_comment_interrupt_breaks_a_long_thought_off() {
    let engine = Live::start("thinker:visits=1000000000");
    engine.say("boardsize 5\n1 genmove b\nname\n");
    engine.wait_until("the first reply", |heard| heard == "= \n\n");
    assert_eq!(engine.heard(), "= \n\n", "other lines wait");
    engine.say("# interrupt\n");
    engine.wait_until("the move", |heard| heard.ends_with("=1 A5\n\n= Ponnuki\n\n"));
    engine.say("2 kata-genmove_analyze w 100000\n");
    engine.say("# interrupt\n");
    assert!(engine.finish().ends_with("play B5\n\n"));
}

/// Words of which half make sense somewhere.
fn word() -> impl Strategy<Value = String> {
    let commands: Vec<String> = gtp::serve::commands().map(str::to_string).collect();
    let others = "b w black D4 pass resign 9 19 2 -1 0 1.5 1e300 NaN inf true ownership interval avoid allow D4,pass \
                  dead alive chinese japanese {\"ko\":\"SIMPLE\"} { } \" eyes keep fill maxVisits fischer absolute \
                  none canadian byoyomi A1 T19 Z99 # e 99999999999999999999 \u{1b} é 囲碁";
    let others: Vec<String> = others.split_whitespace().map(str::to_string).collect();
    prop_oneof![prop::sample::select(commands), prop::sample::select(others), ".{0,6}"]
}

fn is_safe(line: &str) -> bool {
    // What would write a file, or think for long.
    !line.contains("printsgf") && !line.contains("place_free_handicap")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_kill_the_engine_and_every_reply_is_well_formed(mut bytes: Vec<u8>) {
        bytes.extend_from_slice(b"\n4711 name\n");
        let replies = replies("first", bytes);
        prop_assert_eq!(replies.last().map(|reply| reply.to_string()), Some("=4711 Ponnuki\n\n".to_string()));
    }

    #[test]
    fn no_commands_kill_the_engine(lines in prop::collection::vec(prop::collection::vec(word(), 1..7), 1..12)) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).filter(|line| is_safe(line)).collect();
        let input = format!("boardsize 5\n{}\n4711 name\n", lines.join("\n"));
        let quit = lines.iter().any(|line| line.contains("quit"));
        let replies = replies("random", input);
        if !quit {
            prop_assert_eq!(replies.last().map(|reply| reply.to_string()), Some("=4711 Ponnuki\n\n".to_string()));
        }
    }
}
