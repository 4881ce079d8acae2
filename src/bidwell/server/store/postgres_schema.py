"""The schema of a store in PostgreSQL, version by version."""

from __future__ import annotations

from typing import LiteralString

LEASE_LOST, REPEATED = "BW001", "BW002"
"""What `hold` fails with: another server owns a room now, or the commit was made before."""
VERSION_LOCK = 4_242_001
"""The advisory lock of migrations."""

TABLES = """
CREATE TABLE rooms (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, open BOOLEAN NOT NULL, changed DOUBLE PRECISION NOT NULL,
    owner TEXT NOT NULL, body BYTEA NOT NULL
);
CREATE INDEX board ON rooms (changed DESC) WHERE open AND state <> 'over';
CREATE INDEX owners ON rooms (owner) WHERE state <> 'over';
CREATE TABLE actions (
    room TEXT NOT NULL, seq INTEGER NOT NULL, seat INTEGER NOT NULL, action TEXT NOT NULL, key BYTEA,
    fence BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (room, seq)
);
-- a snapshot is replaced with every action: free space on its page keeps the index as it is
CREATE TABLE snapshots (
    room TEXT PRIMARY KEY, seq INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, body BYTEA NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE lines (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, room TEXT NOT NULL, seat INTEGER, name TEXT NOT NULL,
    text TEXT NOT NULL, key BYTEA NOT NULL
);
CREATE INDEX talk ON lines (room, number);
CREATE TABLE records (room TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE replays (room TEXT NOT NULL, viewer INTEGER NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (room, viewer));
CREATE TABLE analyses (room TEXT PRIMARY KEY, body BYTEA NOT NULL);
CREATE TABLE health (at DOUBLE PRECISION NOT NULL);
INSERT INTO health VALUES (0);
CREATE TABLE secrets (body BYTEA NOT NULL);
INSERT INTO secrets SELECT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
"""

SERVERS = """
CREATE SEQUENCE server_numbers;
CREATE TABLE servers (
    id BIGINT PRIMARY KEY, commit BIGINT NOT NULL DEFAULT 0, address TEXT NOT NULL DEFAULT '',
    expires TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 20);
CREATE SEQUENCE fences;
CREATE TABLE leases (room TEXT PRIMARY KEY, server BIGINT NOT NULL, fence BIGINT NOT NULL);

-- begins a commit: locks the row of its server until it ends, so that nobody takes a room over in the middle of it
CREATE FUNCTION hold(own_server BIGINT, number BIGINT, own_rooms TEXT[], own_fences BIGINT[]) RETURNS VOID AS $$
BEGIN
    UPDATE servers SET commit = number WHERE id = own_server AND commit < number;
    IF NOT FOUND THEN
        IF EXISTS (SELECT FROM servers WHERE id = own_server) THEN
            RAISE EXCEPTION 'this commit was made before' USING ERRCODE = 'BW002';
        END IF;
        RAISE EXCEPTION 'this server was removed from the database' USING ERRCODE = 'BW001';
    END IF;
    IF EXISTS (
        SELECT FROM unnest(own_rooms, own_fences) AS held (room, fence) LEFT JOIN leases USING (room)
        WHERE coalesce(leases.fence, 0) <> held.fence
    ) THEN
        RAISE EXCEPTION 'another server has taken a room over' USING ERRCODE = 'BW001';
    END IF;
END $$ LANGUAGE plpgsql;
"""

LEASES = """
ALTER TABLE leases ADD COLUMN shown BYTEA;
CREATE INDEX lessees ON leases (server);

-- renews the lease of a server; returns whether it had not run out
CREATE FUNCTION renew(own_server BIGINT, own_address TEXT, seconds INTERVAL) RETURNS BOOLEAN AS $$
DECLARE
    held BOOLEAN;
BEGIN
    SELECT expires > clock_timestamp() INTO held FROM servers WHERE id = own_server FOR UPDATE;
    INSERT INTO servers (id, address, expires) VALUES (own_server, own_address, clock_timestamp() + seconds)
        ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, expires = EXCLUDED.expires;
    RETURN coalesce(held, FALSE);
END $$ LANGUAGE plpgsql;

-- gives a room to a server unless another one owns it; returns the owner
CREATE FUNCTION claim(own_server BIGINT, wanted TEXT, fresh BOOLEAN)
RETURNS TABLE (owner BIGINT, number BIGINT, reached_at TEXT) AS $$
DECLARE
    held leases;
    peer servers;
BEGIN
    IF NOT fresh AND NOT EXISTS (SELECT FROM rooms WHERE id = wanted) THEN
        RETURN;
    END IF;
    LOOP
        SELECT * INTO held FROM leases WHERE room = wanted;
        IF NOT FOUND THEN
            INSERT INTO leases (room, server, fence) VALUES (wanted, own_server, nextval('fences'))
                ON CONFLICT DO NOTHING;
            CONTINUE;
        END IF;
        SELECT * INTO peer FROM servers WHERE id = held.server;
        IF held.server = own_server OR (FOUND AND peer.expires > clock_timestamp()) THEN
            RETURN QUERY SELECT held.server, held.fence, coalesce(peer.address, '');
            RETURN;
        END IF;
        -- waits for a commit or a renewal of that server, and looks again: it may not be gone after all
        SELECT * INTO peer FROM servers WHERE id = held.server FOR UPDATE;
        IF NOT FOUND OR peer.expires <= clock_timestamp() THEN
            UPDATE leases SET server = own_server, fence = nextval('fences'), shown = NULL
                WHERE room = wanted AND fence = held.fence;
            PERFORM pg_notify('bidwell', 'taken ' || wanted || ' ' || own_server);
        END IF;
    END LOOP;
END $$ LANGUAGE plpgsql;
"""

JOBS = """
CREATE TABLE jobs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, room TEXT NOT NULL,
    body BYTEA NOT NULL, done DOUBLE PRECISION NOT NULL DEFAULT 0, result BYTEA, tries INTEGER NOT NULL DEFAULT 0,
    taken_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity', made TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX undone ON jobs (kind, id) WHERE result IS NULL;
CREATE SEQUENCE turn_numbers;
CREATE TABLE turns (
    kind TEXT NOT NULL, address TEXT NOT NULL, room TEXT NOT NULL, number BIGINT NOT NULL,
    PRIMARY KEY (kind, address, room)
);

-- takes the next job: of the address that had its turn longest ago, and there of such a room
CREATE FUNCTION take_job(wanted TEXT, seconds INTERVAL, most_tries INTEGER)
RETURNS TABLE (job BIGINT, content BYTEA) AS $$
DECLARE
    chosen jobs;
BEGIN
    SELECT jobs.* INTO chosen FROM jobs
        LEFT JOIN (SELECT kind, address, max(number) AS number FROM turns GROUP BY kind, address) AS addresses
            USING (kind, address)
        LEFT JOIN turns AS rooms USING (kind, address, room)
        WHERE kind = wanted AND result IS NULL AND taken_until < clock_timestamp() AND tries < most_tries
        ORDER BY coalesce(addresses.number, 0), coalesce(rooms.number, 0), jobs.id
        LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE jobs SET tries = tries + 1, taken_until = clock_timestamp() + seconds WHERE id = chosen.id;
    INSERT INTO turns VALUES (wanted, chosen.address, chosen.room, nextval('turn_numbers'))
        ON CONFLICT (kind, address, room) DO UPDATE SET number = EXCLUDED.number;
    -- who had no turn for a long time is as good as new
    DELETE FROM turns WHERE number < (SELECT last_value FROM turn_numbers) - 10000;
    RETURN QUERY SELECT chosen.id, chosen.body;
END $$ LANGUAGE plpgsql;
"""

ASKERS = """
ALTER TABLE jobs ADD COLUMN server BIGINT NOT NULL DEFAULT 0;
CREATE INDEX old_turns ON turns (number);

-- takes the next job, as before; deletes those whose servers are gone, because nobody waits for them
DROP FUNCTION take_job(TEXT, INTERVAL, INTEGER);
CREATE FUNCTION take_job(wanted TEXT, seconds INTERVAL, most_tries INTEGER)
RETURNS TABLE (job BIGINT, content BYTEA, tried INTEGER) AS $$
DECLARE
    chosen jobs;
BEGIN
    DELETE FROM jobs USING servers
        WHERE servers.id = jobs.server AND servers.expires < clock_timestamp() - interval '1 minute';
    SELECT jobs.* INTO chosen FROM jobs
        LEFT JOIN turns AS rooms USING (kind, address, room)
        WHERE kind = wanted AND result IS NULL AND taken_until < clock_timestamp() AND tries < most_tries
        ORDER BY
            (SELECT coalesce(max(number), 0) FROM turns WHERE (turns.kind, turns.address) = (jobs.kind, jobs.address)),
            coalesce(rooms.number, 0),
            jobs.id
        LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE jobs SET tries = tries + 1, taken_until = clock_timestamp() + seconds WHERE id = chosen.id;
    INSERT INTO turns VALUES (wanted, chosen.address, chosen.room, nextval('turn_numbers'))
        ON CONFLICT (kind, address, room) DO UPDATE SET number = EXCLUDED.number;
    -- who had no turn for a long time is as good as new
    DELETE FROM turns WHERE number < (SELECT last_value FROM turn_numbers) - 10000;
    RETURN QUERY SELECT chosen.id, chosen.body, chosen.tries + 1;
END $$ LANGUAGE plpgsql;
"""

DELETION = """
-- gives a room to a server, as before; the lock on the room keeps it from being deleted in the same moment
CREATE OR REPLACE FUNCTION claim(own_server BIGINT, wanted TEXT, fresh BOOLEAN)
RETURNS TABLE (owner BIGINT, number BIGINT, reached_at TEXT) AS $$
DECLARE
    held leases;
    peer servers;
BEGIN
    IF NOT fresh AND NOT EXISTS (SELECT FROM rooms WHERE id = wanted) THEN
        RETURN;
    END IF;
    LOOP
        SELECT * INTO held FROM leases WHERE room = wanted;
        IF NOT FOUND THEN
            PERFORM FROM rooms WHERE id = wanted FOR KEY SHARE;
            IF NOT fresh AND NOT FOUND THEN
                RETURN;
            END IF;
            INSERT INTO leases (room, server, fence) VALUES (wanted, own_server, nextval('fences'))
                ON CONFLICT DO NOTHING;
            CONTINUE;
        END IF;
        SELECT * INTO peer FROM servers WHERE id = held.server;
        IF held.server = own_server OR (FOUND AND peer.expires > clock_timestamp()) THEN
            RETURN QUERY SELECT held.server, held.fence, coalesce(peer.address, '');
            RETURN;
        END IF;
        -- waits for a commit or a renewal of that server, and looks again: it may not be gone after all
        SELECT * INTO peer FROM servers WHERE id = held.server FOR UPDATE;
        IF NOT FOUND OR peer.expires <= clock_timestamp() THEN
            UPDATE leases SET server = own_server, fence = nextval('fences'), shown = NULL
                WHERE room = wanted AND fence = held.fence;
            PERFORM pg_notify('bidwell', 'taken ' || wanted || ' ' || own_server);
        END IF;
    END LOOP;
END $$ LANGUAGE plpgsql;

-- deletes a room with all that belongs to it, unless its game is over or a server uses it
CREATE FUNCTION delete_unused(wanted TEXT) RETURNS VOID AS $$
DECLARE
    held leases;
BEGIN
    SELECT * INTO held FROM leases WHERE room = wanted;
    -- a server whose lease has run out must not renew it in the middle of this
    PERFORM FROM servers WHERE id = held.server AND expires <= clock_timestamp() FOR UPDATE;
    PERFORM FROM rooms WHERE id = wanted AND state <> 'over' FOR UPDATE;
    IF NOT FOUND OR EXISTS (
        SELECT FROM leases JOIN servers ON servers.id = server
        WHERE room = wanted AND (fence IS DISTINCT FROM held.fence OR expires > clock_timestamp())
    ) THEN
        RETURN;
    END IF;
    DELETE FROM leases WHERE room = wanted;
    DELETE FROM actions WHERE room = wanted;
    DELETE FROM snapshots WHERE room = wanted;
    DELETE FROM lines WHERE room = wanted;
    DELETE FROM records WHERE room = wanted;
    DELETE FROM replays WHERE room = wanted;
    DELETE FROM analyses WHERE room = wanted;
    DELETE FROM rooms WHERE id = wanted;
END $$ LANGUAGE plpgsql;
"""

TURNS = """
ALTER TABLE jobs ADD COLUMN taken TIMESTAMPTZ;

-- takes the next job, as before, and notes when; deletes the jobs of servers that have left without deleting them, too
CREATE OR REPLACE FUNCTION take_job(wanted TEXT, seconds INTERVAL, most_tries INTEGER)
RETURNS TABLE (job BIGINT, content BYTEA, tried INTEGER) AS $$
DECLARE
    chosen jobs;
BEGIN
    DELETE FROM jobs WHERE server <> 0 AND NOT EXISTS (
        SELECT FROM servers WHERE servers.id = jobs.server AND expires > clock_timestamp() - interval '1 minute'
    );
    SELECT jobs.* INTO chosen FROM jobs
        LEFT JOIN turns AS rooms USING (kind, address, room)
        WHERE kind = wanted AND result IS NULL AND taken_until < clock_timestamp() AND tries < most_tries
        ORDER BY
            (SELECT coalesce(max(number), 0) FROM turns WHERE (turns.kind, turns.address) = (jobs.kind, jobs.address)),
            coalesce(rooms.number, 0),
            jobs.id
        LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE jobs SET tries = tries + 1, taken = clock_timestamp(), taken_until = clock_timestamp() + seconds
        WHERE id = chosen.id;
    INSERT INTO turns VALUES (wanted, chosen.address, chosen.room, nextval('turn_numbers'))
        ON CONFLICT (kind, address, room) DO UPDATE SET number = EXCLUDED.number;
    -- who had no turn for a long time is as good as new
    DELETE FROM turns WHERE number < (SELECT last_value FROM turn_numbers) - 10000;
    RETURN QUERY SELECT chosen.id, chosen.body, chosen.tries + 1;
END $$ LANGUAGE plpgsql;
"""

MIGRATIONS: tuple[LiteralString, ...] = (TABLES, SERVERS, LEASES, JOBS, ASKERS, DELETION, TURNS)
"""What each version of the schema changes. The table `versions` has the numbers of those that were applied."""
