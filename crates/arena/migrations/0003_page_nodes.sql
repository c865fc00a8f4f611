-- The record of a page game is a row for each node of its tree: a move adds one row, and rewrites none.
-- Games of earlier versions keep the record that was written last, and nodes added since then follow it.

CREATE TABLE page_records (
    game  TEXT NOT NULL PRIMARY KEY REFERENCES page_games (id),
    sgf   TEXT NOT NULL
);

INSERT INTO page_records (game, sgf) SELECT id, sgf FROM page_games;

ALTER TABLE page_games DROP COLUMN sgf;

CREATE TABLE page_nodes (
    game    TEXT   NOT NULL REFERENCES page_games (id),
    number  BIGINT NOT NULL,
    parent  BIGINT NOT NULL,
    sgf     TEXT   NOT NULL,
    PRIMARY KEY (game, number)
);
