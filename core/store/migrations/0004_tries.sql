-- Tries of an item that came to nothing through no fault of the agent's. The
-- classes of failed items are named as such from here on, and an item that is
-- done names the agent's own failure.

CREATE TABLE item_tries (
  item     INTEGER NOT NULL REFERENCES items (seq) ON DELETE CASCADE,
  try      INTEGER NOT NULL CHECK (try > 0),
  class    TEXT NOT NULL CHECK (class <> ''),
  detail   TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (item, try)
) STRICT, WITHOUT ROWID;

UPDATE items SET failure_class = CASE failure_class
  WHEN 'env_error' THEN 'environment' WHEN 'endpoint_error' THEN 'endpoint' WHEN 'grader_error' THEN 'grader' ELSE failure_class END
WHERE status = 'failed';
