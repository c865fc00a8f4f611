//! Properties and their values: the words of SGF.
//!
//! A value is kept as the file has it, escapes and line ends included, because only then can it be written back
//! unchanged. What it means is read out of it on demand: [`Value::text`], [`Value::point`] and the others follow the
//! value types of the FF\[4\] specification.

use std::borrow::Cow;

use goban::{Color, MAX_SIZE, Move, Point, PointSet};

/// One property of a node: a name and one or more values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    name: String,
    values: Vec<Value>,
}

impl Property {
    /// A property with that name, made of ASCII letters, digits and underscores and not beginning with a digit.
    ///
    /// A property must have a value: an empty list becomes one empty value.
    ///
    /// # Panics
    /// If the name is not such a name.
    pub fn new(name: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Property {
        let name = name.into();
        assert!(is_name(&name), "'{name}' cannot be the name of an SGF property");
        let mut values: Vec<Value> = values.into_iter().collect();
        if values.is_empty() {
            values.push(Value::default());
        }
        Property { name, values }
    }

    /// The name as it was written, such as `B`, or `Black` in a file of an older format.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this is the property that FF\[4\] calls `key`: lower-case letters in a name do not count, so that
    /// `Black` and `B` are the same property (FF\[1\] to FF\[3\]). A name all in lower case is taken for its upper
    /// case.
    ///
    /// ```
    /// use kifu::{Property, Value};
    /// assert!(Property::new("CoPyright", [Value::default()]).is("CP"));
    /// assert!(Property::new("b", [Value::default()]).is("B"));
    /// assert!(!Property::new("Black", [Value::default()]).is("BL"));
    /// ```
    pub fn is(&self, key: &str) -> bool {
        means(&self.name, key)
    }

    /// The values, at least one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The values, to be changed. An emptied list is written as one empty value.
    pub fn values_mut(&mut self) -> &mut Vec<Value> {
        &mut self.values
    }

    /// The first value.
    pub fn value(&self) -> &Value {
        self.values.first().unwrap_or(&EMPTY)
    }

    /// The points of a list such as `[aa][cc:ee]`, rectangles unfolded, in the order of the file, each once.
    ///
    /// Empty values, with which some programs write an empty list, count for nothing.
    ///
    /// # Errors
    /// The first value that is neither a point of a board of that size nor a rectangle of them.
    pub fn points(&self, size: usize) -> Result<Vec<Point>, &Value> {
        let mut points = Vec::new();
        let mut seen = PointSet::new();
        for value in &self.values {
            match value.trimmed().split_once(':') {
                None if value.trimmed().is_empty() => {}
                None => points.extend(value.point(size).ok_or(value).map(|p| seen.insert(p).then_some(p))?),
                Some((from, to)) => {
                    let corner = |text: &str| point_of(text.trim(), size).ok_or(value);
                    let (from, to) = (corner(from)?, corner(to)?);
                    let (top, bottom) = (from.row().min(to.row()), from.row().max(to.row()));
                    let (left, right) = (from.col().min(to.col()), from.col().max(to.col()));
                    let all = (top..=bottom).flat_map(|row| (left..=right).map(move |col| Point::new(row, col)));
                    points.extend(all.filter(|&point| seen.insert(point)));
                }
            }
        }
        Ok(points)
    }
}

/// Whether a name is one of the spellings of `key`, as [`Property::is`] has it.
pub(crate) fn means(name: &str, key: &str) -> bool {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        name.bytes().filter(|b| !b.is_ascii_lowercase()).eq(key.bytes())
    } else {
        name.eq_ignore_ascii_case(key)
    }
}

/// Whether a property may have that name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(is_name_byte)
}

/// Whether the byte may be part of a property's name. Digits and lower case are of the older formats.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

static EMPTY: Value = Value(String::new());

/// What stands between `[` and `]`, still escaped.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Value(String);

impl Value {
    /// A value from text as a file has it; `None` if it would end early (a `]` without its `\`) or run on (a last `\`).
    pub fn from_raw(raw: impl Into<String>) -> Option<Value> {
        let raw = raw.into();
        let mut bytes = raw.bytes();
        while let Some(byte) = bytes.next() {
            if byte == b']' || byte == b'\\' && bytes.next().is_none() {
                return None;
            }
        }
        Some(Value(raw))
    }

    /// A value that the parser has delimited, so that it is known to be whole.
    pub(crate) fn delimited(raw: String) -> Value {
        debug_assert!(Value::from_raw(raw.clone()).is_some());
        Value(raw)
    }

    /// A value that reads as `text`; `]` and `\` are escaped.
    ///
    /// ```
    /// use kifu::Value;
    /// assert_eq!(Value::from_text("[D4] \\o/").raw(), "[D4\\] \\\\o/");
    /// ```
    pub fn from_text(text: &str) -> Value {
        let mut raw = String::with_capacity(text.len());
        for c in text.chars() {
            if matches!(c, ']' | '\\') {
                raw.push('\\');
            }
            raw.push(c);
        }
        Value(raw)
    }

    /// Two values composed with a colon, as `AP[name:version]` has them.
    pub fn composed(first: &str, second: &str) -> Value {
        let [first, second] = [first, second].map(|text| Value::from_text(text).0.replace(':', "\\:"));
        Value(format!("{first}:{second}"))
    }

    /// The value as the file has it.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The raw value without white space around it: what numbers, points and other one-word values are read from.
    pub fn trimmed(&self) -> &str {
        self.0.trim()
    }

    /// The value as text of several lines: escapes resolved, soft line breaks gone, every line end `\n`, other white
    /// space a space.
    pub fn text(&self) -> Cow<'_, str> {
        unescape(&self.0, '\n')
    }

    /// The value as text of one line: as [`text`](Value::text), with line ends as spaces.
    pub fn simple_text(&self) -> Cow<'_, str> {
        unescape(&self.0, ' ')
    }

    /// Both halves of a composed value; `None` when it has no colon that is not escaped.
    pub fn split(&self) -> Option<(Value, Value)> {
        let mut escaped = false;
        let colon = self.0.bytes().position(|byte| {
            let found = byte == b':' && !escaped;
            escaped = byte == b'\\' && !escaped;
            found
        })?;
        Some((Value(self.0[..colon].to_string()), Value(self.0[colon + 1..].to_string())))
    }

    /// The value as a whole number.
    pub fn number(&self) -> Option<i64> {
        self.trimmed().parse().ok()
    }

    /// The value as a real number. A comma for the point is understood.
    pub fn real(&self) -> Option<f32> {
        let text = self.trimmed();
        let real: f32 = text.parse().or_else(|_| text.replacen(',', ".", 1).parse()).ok()?;
        real.is_finite().then_some(real)
    }

    /// The value as a colour: `B` or `W`, or a word or number that old files use for them.
    pub fn color(&self) -> Option<Color> {
        match self.trimmed() {
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            text => Color::parse(text),
        }
    }

    /// The value as one point of a board of that size: `pd`, or as the oldest files have it, `PD` or `Q16`.
    pub fn point(&self, size: usize) -> Option<Point> {
        point_of(self.trimmed(), size)
    }

    /// The value as a move on a board of that size: a point, or a pass, which is nothing, `tt` on boards up to 19x19,
    /// or the word.
    pub fn play(&self, size: usize) -> Option<Move> {
        match self.trimmed() {
            "" => Some(Move::Pass),
            "tt" if size <= 19 => Some(Move::Pass),
            text if text.eq_ignore_ascii_case("pass") => Some(Move::Pass),
            text => point_of(text, size).map(Move::Play),
        }
    }
}

fn point_of(text: &str, size: usize) -> Option<Point> {
    if size > MAX_SIZE {
        return None;
    }
    Point::from_sgf(text.as_bytes(), size)
        .or_else(|| Point::from_gtp(text, size).ok())
        .or_else(|| Point::from_sgf(text.to_ascii_lowercase().as_bytes(), size))
}

/// Resolves escapes and white space as the specification asks of `Text` and `SimpleText`, which differ in what a line
/// end becomes.
fn unescape(raw: &str, line_end: char) -> Cow<'_, str> {
    if !raw.bytes().any(|b| b == b'\\' || b.is_ascii_control()) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (escaped, c) = match c {
            '\\' => (true, chars.next().unwrap_or('\\')),
            c => (false, c),
        };
        match c {
            '\n' | '\r' => {
                let partner = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&partner);
                if !escaped {
                    text.push(line_end);
                }
            }
            '\t' | '\x0b' | '\x0c' => text.push(' '),
            c => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// As much of a text as a message can bear.
pub(crate) fn shortened(text: &str) -> String {
    const LONG: usize = 20;
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The size that an `SZ` value states: rows and columns, or one number for both.
pub(crate) fn size_of(value: &Value) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse().ok();
    match value.raw().split_once(':') {
        Some((columns, rows)) => Some((number(columns)?, number(rows)?)),
        None => number(value.raw()).map(|n| (n, n)),
    }
}

/// `SZ[9:9]` as the specification wants it, `SZ[9]`; `None` where there is nothing to put right.
pub(crate) fn square_size(property: &Property) -> Option<Value> {
    let value = property.value();
    match size_of(value) {
        Some((columns, rows)) if property.is("SZ") && columns == rows && value.raw().contains(':') => {
            Some(Value(columns.to_string()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(raw: &str) -> Value {
        Value::from_raw(raw).expect("a whole value")
    }

    #[test]
    fn a_soft_line_break_is_no_line_break() {
        for end in ["\n", "\r", "\r\n", "\n\r"] {
            assert_eq!(value(&format!("Shu\\{end}saku")).text(), "Shusaku");
            assert_eq!(value(&format!("Shusaku{end}Gennan")).text(), "Shusaku\nGennan");
            assert_eq!(value(&format!("Shusaku{end}Gennan")).simple_text(), "Shusaku Gennan");
        }
        assert_eq!(value("one\n\ntwo").text(), "one\n\ntwo");
    }

    #[test]
    fn escapes_are_resolved_once() {
        assert_eq!(value(r"a\]b\\c\:d\e").text(), r"a]b\c:de");
        assert_eq!(value("tab\there").text(), "tab here");
    }

    #[test]
    fn text_comes_back_from_its_value() {
        for text in ["", "]", "\\", "\\]", "a:b", "C:\\go\\[1].sgf"] {
            let value = Value::from_text(text);
            assert_eq!(value.text(), text);
            assert_eq!(Value::from_raw(value.raw()), Some(value));
        }
    }

    #[test]
    fn a_value_cannot_end_early_or_run_on() {
        assert_eq!(Value::from_raw("a]b"), None);
        assert_eq!(Value::from_raw("a\\"), None);
        assert!(Value::from_raw("a\\\\").is_some());
    }

    #[test]
    fn composed_values_part_at_the_first_colon_that_is_not_escaped() {
        let composed = Value::composed("a:b", "c");
        let (first, second) = composed.split().unwrap();
        assert_eq!((first.text().as_ref(), second.text().as_ref()), ("a:b", "c"));
        assert_eq!(value("a\\:b").split(), None);
    }

    #[test]
    fn a_rectangle_unfolds_row_by_row_in_its_place_in_the_list() {
        let list = Property::new("AB", ["ee", "aa:bc", ""].map(value));
        let names: Vec<String> = list.points(9).unwrap().iter().map(|p| p.to_sgf()).collect();
        assert_eq!(names, ["ee", "aa", "ba", "ab", "bb", "ac", "bc"]);
        assert_eq!(Property::new("AB", ["cc:aa", "bb:cc", "aa"].map(value)).points(9).unwrap().len(), 9);
        assert!(Property::new("AB", ["aa:zz"].map(value)).points(9).is_err());
    }

    #[test]
    fn a_pass_is_nothing_or_tt_on_small_boards() {
        assert_eq!(value("").play(9), Some(Move::Pass));
        assert_eq!(value("tt").play(19), Some(Move::Pass));
        assert_eq!(value("tt").play(25), (MAX_SIZE == 25).then(|| Move::Play(Point::new(19, 19))));
        assert_eq!(value("zz").play(19), None);
    }

    #[test]
    fn the_oldest_files_write_points_as_players_do() {
        let point = Point::from_sgf(b"pd", 19);
        assert!(point.is_some());
        assert_eq!(["pd", "PD", "Q16", " pd "].map(|raw| value(raw).point(19)), [point; 4]);
    }

    #[test]
    fn komi_may_have_a_comma() {
        assert_eq!(value("6,5").real(), Some(6.5));
        assert_eq!(value(" 0.5 ").real(), Some(0.5));
        assert_eq!(value("NaN").real(), None);
    }
}
