//! Lines: numbers, comments, white space, commands that do not exist.

use super::exam::{Exam, Lost};

/// A reply repeats the number of its command, and has none where the command has none.
pub(super) fn numbers(exam: &mut Exam<'_>) -> Result<(), Lost> {
    for id in ["1", "42", "2147483647"] {
        let answer = exam.ask(&format!("{id} protocol_version"))?;
        exam.check(answer.id == id, || format!("the number of '{id} protocol_version' came back as '{}'", answer.id));
        exam.check(answer.ok, || format!("'{id} protocol_version' was refused: {}", answer.text));
    }
    let answer = exam.ask("7 no_such_command")?;
    exam.check(answer.id == "7", || format!("the number of a refused command came back as '{}', not 7", answer.id));
    let answer = exam.ask("protocol_version")?;
    exam.check(answer.id.is_empty(), || format!("a command without a number got the number '{}'", answer.id));
    Ok(())
}

/// A comment goes from `#` to the end of its line.
pub(super) fn comments(exam: &mut Exam<'_>) -> Result<(), Lost> {
    exam.connection.send("# only a comment");
    let silence = exam.timeouts.silence;
    let silent = exam.connection.is_silent(silence);
    exam.check(silent, || "a line with nothing but a comment was answered".to_string());
    if !silent {
        // The answer that should not be there is not over yet.
        let _ = exam.connection.is_silent(silence);
    }
    let plain = exam.ask("name")?;
    let commented = exam.ask("name # who are you?")?;
    exam.check(plain == commented, || "a comment behind a command changes the reply".to_string());
    Ok(())
}

/// Control characters are discarded, tabs are spaces, empty lines are ignored.
pub(super) fn white_space(exam: &mut Exam<'_>) -> Result<(), Lost> {
    let silence = exam.timeouts.silence;
    exam.connection.send("\n   \t ");
    let silent = exam.connection.is_silent(silence);
    exam.check(silent, || "empty lines were answered".to_string());
    if !silent {
        let _ = exam.connection.is_silent(silence);
    }
    for (line, what) in [
        ("  known_command   play  ", "spaces before, between and behind words"),
        ("known_command\tplay", "a tab between words"),
        ("known_command play\r", "a carriage return at the end of the line"),
        ("known_com\u{1}mand play", "a control character, which has to be discarded"),
    ] {
        let answer = exam.ask(line)?;
        exam.check(answer.ok && answer.text == "true", || {
            format!("it does not cope with {what}: {}", if answer.text.is_empty() { "no answer" } else { &answer.text })
        });
    }
    Ok(())
}

/// What does not exist is refused, and nothing else happens.
pub(super) fn unknown_commands(exam: &mut Exam<'_>) -> Result<(), Lost> {
    exam.is_refused("no_such_command", "there is no such command", &["unknown command"])?;
    exam.is_refused("no_such_command with arguments 1 2 3", "there is no such command", &["unknown command"])?;
    let answer = exam.ask("known_command no_such_command")?;
    exam.check(answer.ok && answer.text == "false", || {
        format!("'known_command no_such_command' was answered with '{}', not with 'false'", answer.text)
    });
    exam.is_refused("play", "it lacks its arguments", &["syntax error", "invalid color or coordinate"])?;
    exam.succeeds("name")?;
    Ok(())
}

/// Commands may be sent before the last one was answered; replies come in order.
pub(super) fn several_at_once(exam: &mut Exam<'_>) -> Result<(), Lost> {
    exam.connection.send("11 protocol_version\n12 known_command play\n13 known_command quit");
    for (id, text) in [("11", "2"), ("12", "true"), ("13", "true")] {
        let answer = exam.connection.answer(id, exam.timeouts.command)?;
        exam.check(answer.id == id && answer.text == text, || {
            format!("of three commands sent at once, number {id} was answered with '{} {}'", answer.id, answer.text)
        });
    }
    Ok(())
}
