-- Totals of a task's trials, kept up with each trial: the library screen and
-- filters such as score<0.5 need them of every task at once, and adding up a
-- million trials takes seconds.

CREATE TABLE task_totals (
  task_digest TEXT PRIMARY KEY NOT NULL,
  trials      INTEGER NOT NULL,
  scored      INTEGER NOT NULL,
  passed      INTEGER NOT NULL,
  score_sum   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO task_totals (task_digest, trials, scored, passed, score_sum)
SELECT task_digest, count(*), sum(status = 'scored'),
       sum(CASE WHEN status = 'scored' THEN pass ELSE 0 END),
       sum(CASE WHEN status = 'scored' THEN score ELSE 0 END)
FROM trials GROUP BY task_digest;
