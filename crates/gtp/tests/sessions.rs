//! Whole sessions as GoGui and Sabaki hold them, word for word.

mod common;

use common::{Live, replies};

/// Sends lines that are all to succeed, and gives the replies.
fn succeed(spec: &str, lines: &[&str]) -> Vec<String> {
    let answers = replies(spec, lines.join("\n") + "\n");
    assert_eq!(answers.len(), lines.len());
    let texts = answers.into_iter().zip(lines).map(|(reply, line)| match reply.result {
        Ok(text) => text,
        Err(message) => panic!("'{line}' was refused: {message}"),
    });
    texts.collect()
}

#[test]
fn gogui_attaches_the_program_starts_a_game_and_goes_back_and_forth_in_it() {
    let answers = succeed(
        "random",
        &[
            "protocol_version",
            "list_commands",
            "name",
            "version",
            "gogui-analyze_commands",
            "gogui-interrupt",
            "boardsize 9",
            "gogui-title",
            "clear_board",
            "komi 6.5",
            "time_settings 1800 0 0",
            "gogui-play_sequence B E5 W E3 B C4",
            "gg-undo 2",
            "gogui-play_sequence W C5 B D6 W PASS",
            "time_left w 1700 0",
            "genmove w",
            "reg_genmove b",
            "final_status_list dead",
            "final_score",
            "quit",
        ],
    );
    assert_eq!(answers[0], "2");
    for command in ["gogui-play_sequence", "gg-undo", "gogui-setup", "gogui-setup_player", "kgs-genmove_cleanup"] {
        assert!(answers[1].lines().any(|known| known == command), "{command}");
    }
    for line in answers[4].lines() {
        let parts: Vec<&str> = line.splitn(3, '/').collect();
        assert_eq!(parts.len(), 3, "type/label/command: {line}");
        let command = parts[2].split_whitespace().next().unwrap_or("");
        assert!(answers[1].lines().any(|known| known == command), "the menu offers {command}, which is not a command");
    }
}

#[test]
fn gogui_opens_a_position_and_edits_it() {
    let answers = succeed(
        "first",
        &[
            "boardsize 5",
            "clear_board",
            "gogui-setup B A1 B B1 W A2 W B2",
            "gogui-setup_player W",
            "showboard",
            "genmove W",
            "gogui-setup E A2",
            "gogui-setup_player B",
            "genmove B",
        ],
    );
    assert!(answers[4].contains("\n 1 X X . . . 1"), "{}", answers[4]);
    assert_eq!((answers[5].as_str(), answers[8].as_str()), ("A5", "B5"));
}

#[test]
fn gogui_changes_parameters_in_its_dialog() {
    let answers = succeed(
        "random",
        &["ponnuki-param", "ponnuki-param eyes fill", "ponnuki-param stubborn 1", "ponnuki-param", "genmove b"],
    );
    for line in answers[0].lines() {
        let (kind, rest) = line.split_once("] ").expect("a typed line");
        assert!(kind == "[bool" || kind == "[string" || kind.starts_with("[list/"), "{line}");
        assert!(!rest.split(' ').next().unwrap_or("").is_empty(), "{line}");
    }
    assert!(answers[3].contains("[list/keep/fill] eyes fill\n[bool] stubborn 1"));
}

#[test]
fn gogui_interrupts_a_long_thought() {
    let engine = Live::start("thinker:visits=1000000");
    engine.say("boardsize 9\n");
    engine.wait_until("the reply", |heard| heard == "= \n\n");
    engine.say("genmove b\n");
    engine.say("# interrupt\n");
    engine.wait_until("the move", |heard| heard == "= \n\n= A9\n\n");
    engine.say("undo\n");
    assert!(engine.finish().ends_with("A9\n\n= \n\n"));
}

#[test]
fn sabaki_attaches_the_engine_and_syncs_a_game() {
    let answers = succeed(
        "thinker",
        &[
            "1 name",
            "2 version",
            "3 protocol_version",
            "4 list_commands",
            "5 known_command sabaki-genmovelog",
            "6 boardsize 9",
            "7 clear_board",
            "8 komi 7.5",
            "9 set_free_handicap C3 G7",
            "10 play W E5",
            "11 play B C7",
            "12 undo",
        ],
    );
    assert_eq!(answers[4], "false", "an extension that is not ours is not claimed");
    for command in ["analyze", "genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze", "undo", "loadsgf"] {
        assert!(answers[3].lines().any(|known| known == command), "{command}");
    }
}

#[test]
fn sabaki_asks_for_a_command_that_it_was_told_does_not_exist() {
    let answers = replies("first", "1 sabaki-genmovelog\n2 name\n");
    assert_eq!(answers[0].result, Err("unknown command".to_string()));
    assert_eq!(answers[1].result, Ok("Ponnuki".to_string()));
}

#[test]
fn sabaki_watches_a_position_and_then_lets_the_engine_move() {
    let engine = Live::start("thinker");
    engine.say("1 boardsize 5\n2 analyze B 1\n");
    let heard = engine.wait_until("a report", |heard| heard.contains(" pv A5 pass"));
    // Sabaki reads a win rate with a decimal point as a share, and one without as ten thousandths.
    let win_rate = heard.split(" winrate ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a win rate");
    assert!(win_rate.contains('.') && win_rate.parse::<f32>().is_ok(), "{win_rate}");
    engine.say("3 genmove_analyze B 1\n");
    let heard = engine.wait_until("the move", |heard| heard.ends_with("\nplay A5\n\n"));
    assert!(heard.contains("\n\n=3\ninfo move A5"), "{heard}");
    engine.say("4 lz-genmove_analyze W 1\n");
    engine.wait_until("the other move", |heard| heard.ends_with("\nplay B5\n\n"));
    engine.say("5 kata-genmove_analyze B 1\n6 quit\n");
    assert!(engine.finish().ends_with("\nplay C5\n\n=6 \n\n"));
}

#[test]
fn lizzie_follows_a_game_with_analysis() {
    let engine = Live::start("thinker");
    engine.say("name\nversion\nboardsize 9\nkomi 7.5\nlz-analyze 1\n");
    engine.wait_until("a report", |heard| heard.contains("info move A9 visits"));
    for (play, next) in [("play B A9", "B9"), ("play W B9", "C9"), ("undo", "B9")] {
        engine.say(&format!("{play}\nlz-analyze 1\n"));
        let reports = format!("\n\n=\ninfo move {next} visits");
        engine.wait_until("a report after it", |heard| {
            heard.rfind("\n\n=\n").is_some_and(|i| heard[i..].starts_with(&reports))
        });
    }
    engine.say("quit\n");
    assert!(engine.finish().ends_with("\n\n= \n\n"));
}

#[test]
fn kgs_plays_a_game_and_cleans_up() {
    let answers = succeed(
        "random",
        &[
            "list_commands",
            "kgs-rules chinese",
            "boardsize 9",
            "komi 7.5",
            "clear_board",
            "kgs-time_settings byoyomi 60 10 3",
            "play b E5",
            "time_left w 60 0",
            "genmove w",
            "play b pass",
            "play w pass",
            "final_status_list dead",
            "kgs-genmove_cleanup b",
            "kgs-chat game somebody thanks for the game",
            "kgs-game_over",
        ],
    );
    assert!(!answers[12].is_empty());
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: &str| {
        let mut lines = vec!["boardsize 9".to_string(), format!("set_random_seed {seed}"), "clear_board".to_string()];
        lines.extend((0..20).map(|i| format!("genmove {}", ["b", "w"][i % 2])));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        succeed("random", &lines)
    };
    assert_eq!(game("42"), game("42"));
    assert_ne!(game("42"), game("43"));
}
