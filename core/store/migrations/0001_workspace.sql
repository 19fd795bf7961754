-- Version 1 of the workspace.
--
-- Ids are opaque text. Instants are microseconds since 1970 (UTC), scores whole
-- millionths. Bodies (source, trajectory, score) are blobs of the store's own
-- framing, see blob.go. Tables that are read in the order of writing carry seq.

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each content a task ever had; current marks the one that counts.
CREATE TABLE tasks (
  digest       TEXT PRIMARY KEY NOT NULL,
  id           TEXT NOT NULL CHECK (id <> ''),
  current      INTEGER NOT NULL DEFAULT 1 CHECK (current IN (0, 1)),
  title        TEXT NOT NULL,
  family       TEXT NOT NULL,
  language     TEXT NOT NULL,
  difficulty   TEXT NOT NULL,
  services     TEXT NOT NULL CHECK (json_type(services) = 'array'),
  capabilities TEXT NOT NULL CHECK (json_type(capabilities) = 'array'),
  request      TEXT NOT NULL,
  path         TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('loaded', 'imported', 'generated', 'verified', 'failed')),
  provenance   TEXT NOT NULL CHECK (json_valid(provenance)),
  added_at     INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX tasks_current ON tasks (id) WHERE current = 1;
CREATE INDEX tasks_versions ON tasks (id, added_at);

-- Apart, so that a listing does not read past the sources.
CREATE TABLE task_sources (
  task_digest TEXT PRIMARY KEY NOT NULL REFERENCES tasks (digest) ON DELETE CASCADE,
  source      BLOB NOT NULL
) STRICT;

-- The latest certificate of each content.
CREATE TABLE certificates (
  task_digest TEXT PRIMARY KEY NOT NULL REFERENCES tasks (digest) ON DELETE CASCADE,
  state       TEXT NOT NULL CHECK (state IN ('passed', 'failed')),
  stale       INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1)),
  difficulty  TEXT NOT NULL,
  versions    TEXT NOT NULL CHECK (json_valid(versions)),
  certificate TEXT NOT NULL CHECK (json_valid(certificate)),
  created_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE findings (
  seq         INTEGER PRIMARY KEY,
  task_digest TEXT NOT NULL REFERENCES certificates (task_digest) ON DELETE CASCADE,
  round       TEXT NOT NULL,
  code        TEXT NOT NULL CHECK (code <> ''),
  severity    TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
  path        TEXT NOT NULL,
  message     TEXT NOT NULL,
  hint        TEXT NOT NULL,
  evidence    TEXT NOT NULL CHECK (json_valid(evidence))
) STRICT;
CREATE INDEX findings_of ON findings (task_digest, seq);

CREATE TABLE runs (
  seq        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE CHECK (id <> ''),
  kind       TEXT NOT NULL,
  settings   TEXT NOT NULL CHECK (json_valid(settings)),
  status     TEXT NOT NULL CHECK (status IN ('open', 'done', 'failed', 'canceled')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE items (
  seq           INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE CHECK (id <> ''),
  run_id        TEXT NOT NULL REFERENCES runs (id),
  task_digest   TEXT NOT NULL,
  agent         TEXT NOT NULL,
  model         TEXT NOT NULL,
  seed          INTEGER NOT NULL,
  attempt       INTEGER NOT NULL,
  group_id      TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
  failure_class TEXT NOT NULL
) STRICT;
CREATE INDEX items_of_run ON items (run_id, status, seq);

-- A trial names its task by digest and keeps the id beside it: it stays true
-- when the task is gone.
CREATE TABLE trials (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE CHECK (id <> ''),
  item_id     TEXT NOT NULL UNIQUE CHECK (item_id <> ''),
  run_id      TEXT REFERENCES runs (id),
  task_digest TEXT NOT NULL CHECK (task_digest <> ''),
  task_id     TEXT NOT NULL,
  agent       TEXT NOT NULL,
  model       TEXT NOT NULL,
  seed        INTEGER NOT NULL,
  attempt     INTEGER NOT NULL,
  group_id    TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('scored', 'env_error', 'endpoint_error', 'grader_error', 'aborted')),
  completion  INTEGER NOT NULL CHECK (completion BETWEEN 0 AND 1000000),
  safety      INTEGER NOT NULL CHECK (safety IN (0, 1)),
  score       INTEGER NOT NULL CHECK (score BETWEEN 0 AND 1000000),
  pass        INTEGER NOT NULL CHECK (pass IN (0, 1)),
  robustness  INTEGER CHECK (robustness BETWEEN 0 AND 1000000),
  end_kind    TEXT NOT NULL,
  end_reason  TEXT NOT NULL,
  steps       INTEGER NOT NULL,
  calls       INTEGER NOT NULL,
  tokens      INTEGER NOT NULL,
  started_at  INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL
) STRICT;
CREATE INDEX trials_of_run ON trials (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX trials_of_task ON trials (task_digest);

CREATE TABLE trajectories (
  trial INTEGER PRIMARY KEY REFERENCES trials (seq) ON DELETE CASCADE,
  body  BLOB NOT NULL
) STRICT;

CREATE TABLE scores (
  trial INTEGER PRIMARY KEY REFERENCES trials (seq) ON DELETE CASCADE,
  body  BLOB NOT NULL
) STRICT;

CREATE TABLE jobs (
  seq              INTEGER PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE CHECK (id <> ''),
  kind             TEXT NOT NULL,
  title            TEXT NOT NULL,
  command          TEXT NOT NULL CHECK (json_type(command) = 'array'),
  pid              INTEGER NOT NULL,
  host             TEXT NOT NULL,
  status           TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'canceled', 'lost')),
  progress_done    INTEGER NOT NULL DEFAULT 0,
  progress_total   INTEGER NOT NULL DEFAULT 0,
  message          TEXT NOT NULL DEFAULT '',
  cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
  created_at       INTEGER NOT NULL,
  started_at       INTEGER,
  heartbeat_at     INTEGER,
  ended_at         INTEGER,
  exit_code        INTEGER
) STRICT;
CREATE INDEX jobs_by_status ON jobs (status, seq);

-- A job's log in pieces; start is the offset of a piece's first byte.
CREATE TABLE job_log (
  job_seq INTEGER NOT NULL REFERENCES jobs (seq) ON DELETE CASCADE,
  start   INTEGER NOT NULL CHECK (start >= 0),
  piece   BLOB NOT NULL CHECK (length(piece) > 0)
) STRICT;
CREATE UNIQUE INDEX job_log_at ON job_log (job_seq, start);

-- What people decided. An undo is a row of its own that names what it undoes.
CREATE TABLE decisions (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL CHECK (kind <> ''),
  digest     TEXT NOT NULL CHECK (digest <> ''),
  verdict    TEXT NOT NULL CHECK (verdict IN ('accept', 'reject', 'flag', 'skip', 'undo')),
  reason     TEXT NOT NULL,
  note       TEXT NOT NULL,
  reviewer   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  supersedes TEXT REFERENCES decisions (id),
  CHECK (verdict <> 'undo' OR supersedes IS NOT NULL)
) STRICT;
CREATE INDEX decisions_of ON decisions (kind, digest, seq);
CREATE UNIQUE INDEX decisions_undone ON decisions (supersedes) WHERE verdict = 'undo';

CREATE TRIGGER decisions_stay BEFORE UPDATE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER decisions_are_kept BEFORE DELETE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
