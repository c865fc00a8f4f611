-- Matches and the events of tournaments, and every game that was played in them.
-- Only types and clauses that SQLite and PostgreSQL share: times are milliseconds since 1970, lists are JSON.

CREATE TABLE contests (
    id     TEXT   NOT NULL PRIMARY KEY,
    kind   TEXT   NOT NULL,
    name   TEXT   NOT NULL,
    terms  TEXT   NOT NULL,
    begun  BIGINT NOT NULL
);

CREATE TABLE games (
    id            TEXT             NOT NULL PRIMARY KEY,
    contest       TEXT             NOT NULL REFERENCES contests (id),
    round         BIGINT           NOT NULL,
    number        BIGINT           NOT NULL,
    black         TEXT             NOT NULL,
    white         TEXT             NOT NULL,
    black_engine  TEXT             NOT NULL,
    white_engine  TEXT             NOT NULL,
    first         TEXT             NOT NULL,
    size          BIGINT           NOT NULL,
    rules         TEXT             NOT NULL,
    komi          DOUBLE PRECISION NOT NULL,
    handicap      BIGINT           NOT NULL,
    budget        TEXT             NOT NULL,
    clock         TEXT             NOT NULL,
    opening       TEXT             NOT NULL,
    seed          BIGINT           NOT NULL,
    result        TEXT             NOT NULL,
    finish        TEXT             NOT NULL,
    remark        TEXT             NOT NULL,
    moves         BIGINT           NOT NULL,
    times         TEXT             NOT NULL,
    sgf           TEXT             NOT NULL,
    version       TEXT             NOT NULL,
    cpu           TEXT             NOT NULL,
    cores         BIGINT           NOT NULL,
    begun         BIGINT           NOT NULL,
    ended         BIGINT           NOT NULL
);

CREATE INDEX games_of_contest ON games (contest, ended);
