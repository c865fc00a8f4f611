-- Games on the page, written again at every change, and the contests that were started there.

CREATE TABLE page_games (
    id       TEXT   NOT NULL PRIMARY KEY,
    black    TEXT   NOT NULL,
    white    TEXT   NOT NULL,
    size     BIGINT NOT NULL,
    moves    BIGINT NOT NULL,
    result   TEXT   NOT NULL,
    stones   TEXT   NOT NULL,
    terms    TEXT   NOT NULL,
    state    TEXT   NOT NULL,
    sgf      TEXT   NOT NULL,
    begun    BIGINT NOT NULL,
    changed  BIGINT NOT NULL
);

CREATE INDEX page_games_by_change ON page_games (changed, id);

CREATE TABLE page_contests (
    name        TEXT   NOT NULL PRIMARY KEY,
    definition  TEXT   NOT NULL,
    changed     BIGINT NOT NULL
);
