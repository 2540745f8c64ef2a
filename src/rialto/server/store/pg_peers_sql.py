"""What processes on one database tell PostgreSQL of each other."""

from typing import Final

CHANNEL: Final = "rialto"
LEASE: Final = "interval '3 seconds'"
"""A process that has shown no life for so long drives nothing any more."""
MOST_AT_ONCE: Final = 50
"""Tables that are taken over in one go, so that several processes share them."""
NOBODY: Final = -1
"""The seat of whoever looks on without one."""

PEERS: Final = """
-- Processes that serve, and when each of them has last shown that it lives.
CREATE TABLE peers (
    id text PRIMARY KEY,
    seen timestamptz NOT NULL,
    writer integer NOT NULL,
    writer_since timestamptz
);

-- Which process drives a table. The term grows with every change of driver: what a driver writes
-- holds only if the term is still its own.
CREATE TABLE drivers (
    game text COLLATE "C" PRIMARY KEY,
    peer text NOT NULL,
    term bigint NOT NULL,
    since text NOT NULL DEFAULT '{}'
);

-- Seats that each process shows, or when it has last shown them.
CREATE TABLE looking (
    game text COLLATE "C" NOT NULL,
    seat bigint NOT NULL,
    peer text NOT NULL,
    here boolean NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (game, seat, peer)
);
CREATE INDEX looking_by_peer ON looking (peer) WHERE here;

-- Limits that all processes share; nothing is lost if a crash empties it.
CREATE UNLOGGED TABLE buckets (
    name text PRIMARY KEY,
    tokens double precision NOT NULL,
    at timestamptz NOT NULL
);
"""

LIVES: Final = f"seen > clock_timestamp() - {LEASE}"
MS: Final = "(extract(epoch FROM seen) * 1000)::bigint"
BEAT: Final = f"""
WITH beat AS (
    INSERT INTO peers (id, seen, writer, writer_since) VALUES ($1, clock_timestamp(), $2,
        (SELECT backend_start FROM pg_stat_activity WHERE pid = $2))
    ON CONFLICT (id) DO UPDATE SET
        seen = excluded.seen, writer = excluded.writer, writer_since = excluded.writer_since
), old AS (
    DELETE FROM peers WHERE seen < clock_timestamp() - interval '1 hour'
)
SELECT id, {MS}, {LIVES} FROM peers WHERE id <> $1
""".encode()  # fmt: skip
END_WRITER: Final = b"""
SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN peers
ON pid = writer AND backend_start = writer_since WHERE id = $1
"""
"""Whoever is paused in the middle of a transaction keeps its locks: they are taken from it. (No
timeout of PostgreSQL's does that: none runs after a pipeline.)"""
LEAVE: Final = (
    b"UPDATE drivers SET peer = '' WHERE peer = $1",
    b"UPDATE looking SET here = false, at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint "
    b"WHERE peer = $1 AND here",
    b"DELETE FROM peers WHERE id = $1",
)

DRIVER: Final = f"""
SELECT peer, term, since, EXISTS (SELECT 1 FROM peers WHERE id = drivers.peer AND {LIVES})
FROM drivers WHERE game = $1
""".encode()  # fmt: skip
UNLESS_DRIVEN: Final = f"NOT EXISTS (SELECT 1 FROM peers WHERE id = d.peer AND {LIVES})"
CLAIM: Final = f"""
INSERT INTO drivers AS d (game, peer, term) VALUES ($1, $2, 1)
ON CONFLICT (game) DO UPDATE SET peer = $2, term = d.term + 1, since = '{{}}' WHERE {UNLESS_DRIVEN}
RETURNING peer, term, since
""".encode()  # fmt: skip
RELEASE: Final = b"UPDATE drivers SET peer = '' WHERE game = $1 AND peer = $2"
GOES_ON: Final = """
g.status = 'running' AND EXISTS (
    SELECT 1 FROM seats WHERE game = g.id AND kind = 'person' AND away = 0
) AND (
    g.header LIKE '%"clock":{%' OR g.header LIKE '%"days":{%' OR EXISTS (
        SELECT 1 FROM seats WHERE game = g.id AND (kind = 'bot' OR away = 1)
    )
)
"""
"""Where something happens by itself (`sql_reads.tables_to_wake`)."""
TAKE_OVER: Final = f"""
WITH free AS (
    SELECT g.id FROM games g LEFT JOIN drivers d ON d.game = g.id
    WHERE g.status IN ('open', 'running') AND (d.game IS NULL OR {UNLESS_DRIVEN})
        AND (g.id = ANY($2::text[]) OR ($3 AND {GOES_ON}))
    LIMIT {MOST_AT_ONCE} FOR NO KEY UPDATE OF g SKIP LOCKED
)
INSERT INTO drivers AS d (game, peer, term) SELECT id, $1, 1 FROM free
ON CONFLICT (game) DO UPDATE SET peer = $1, term = d.term + 1, since = '{{}}' WHERE {UNLESS_DRIVEN}
RETURNING game, term
""".encode()  # fmt: skip
KEEP_CLOCKS: Final = b"""
UPDATE drivers SET since = e ->> 1 FROM json_array_elements($1::json) AS e WHERE game = e ->> 0
"""

KEEP_LOOKING: Final = b"""
INSERT INTO looking (game, seat, peer, here, at)
SELECT e ->> 0, (e ->> 1)::bigint, e ->> 2, (e ->> 3)::boolean, (e ->> 4)::bigint
FROM json_array_elements($1::json) AS e
ON CONFLICT (game, seat, peer) DO UPDATE SET here = excluded.here, at = excluded.at
"""
LOOKING: Final = f"""
SELECT l.peer, l.seat, l.here AND coalesce({LIVES}, false),
    CASE WHEN l.here THEN coalesce({MS}, l.at) ELSE l.at END
FROM looking l LEFT JOIN peers p ON p.id = l.peer
WHERE l.game = $1 AND NOT (l.peer = $2 AND l.here)
""".encode()  # fmt: skip

TIDY: Final = (
    b"DELETE FROM looking WHERE game NOT IN (SELECT id FROM games "
    b"WHERE status IN ('open', 'running'))",
    b"DELETE FROM drivers WHERE peer = '' AND game NOT IN (SELECT id FROM games "
    b"WHERE status IN ('open', 'running'))",
    b"DELETE FROM buckets WHERE at < clock_timestamp() - interval '1 day'",
)  # fmt: skip
ALLOW: Final = b"""
INSERT INTO buckets AS b (name, tokens, at) VALUES ($1, $3 - 1, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET at = clock_timestamp(), tokens = least(
    $3, b.tokens + extract(epoch FROM clock_timestamp() - b.at)::float8 * $2) - 1
WHERE least($3, b.tokens + extract(epoch FROM clock_timestamp() - b.at)::float8 * $2) >= 1
RETURNING 1
"""
"""A token bucket: so many at once, refilled at a steady rate."""
