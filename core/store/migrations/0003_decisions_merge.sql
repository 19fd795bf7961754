-- Decisions come from several workspaces. Which verdict counts follows from
-- when it was made and no longer from when it was written here; two people may
-- take the same one back; and a verdict names the others that it settles.

ALTER TABLE decisions ADD COLUMN settles TEXT NOT NULL DEFAULT '[]' CHECK (json_type(settles) = 'array');

DROP INDEX decisions_undone;
CREATE INDEX decisions_undone ON decisions (supersedes) WHERE verdict = 'undo';

DROP INDEX decisions_of;
CREATE INDEX decisions_of ON decisions (kind, digest, created_at, id);
