-- Runs outlive processes: what a run executes is shared, its place in line has a table of its own, its log is
-- appended, and a small result stands beside it.

CREATE TYPE "run_trigger" AS ENUM ('person', 'api', 'schedule', 'webhook', 'bulk', 'retry', 'row_decoration', 'error_jump', 'dropdown', 'startup');

CREATE TYPE "open_run_state" AS ENUM ('waiting', 'executing', 'beginning', 'elsewhere');

CREATE TABLE "run_definition" (
    "definition_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "run_definition_pkey" PRIMARY KEY ("definition_id")
);

CREATE TABLE "open_run" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "credential_id" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "source_kind" TEXT NOT NULL,
    "class" SMALLINT NOT NULL,
    "turn" BIGINT NOT NULL,
    "state" "open_run_state" NOT NULL DEFAULT 'waiting',
    "worker_id" TEXT,
    "look_at" TIMESTAMPTZ(3),
    "handle" TEXT,

    CONSTRAINT "open_run_pkey" PRIMARY KEY ("org_id","run_id")
);

CREATE TABLE "run_result" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "lines" TEXT NOT NULL,

    CONSTRAINT "run_result_pkey" PRIMARY KEY ("org_id","run_id")
);

CREATE TABLE "run_log" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "start_offset" INTEGER NOT NULL,
    "end_offset" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "run_log_pkey" PRIMARY KEY ("run_id","start_offset")
);

CREATE UNIQUE INDEX "run_definition_org_id_definition_id_key" ON "run_definition"("org_id", "definition_id");

CREATE UNIQUE INDEX "run_definition_org_id_hash_key" ON "run_definition"("org_id", "hash");

-- What changes while a run goes on stands in no index of its own: an update then touches none of them.
DROP INDEX "run_of_command";
DROP INDEX "run_org_id_created_at_idx";
DROP INDEX "run_run_group_id_idx";
DROP INDEX "run_open";
DROP INDEX "run_open_of_credential";
DROP INDEX "run_history";
DROP INDEX "run_of_startup";
DROP INDEX "run_of_dropdown";
DROP INDEX "run_not_success";

ALTER TABLE "run"
ADD COLUMN     "trigger" "run_trigger" NOT NULL DEFAULT 'person',
ADD COLUMN     "parent_run_id" INTEGER,
ADD COLUMN     "scheduled_job_id" INTEGER,
ADD COLUMN     "started_through" TEXT,
ADD COLUMN     "definition_id" INTEGER,
ADD COLUMN     "sent_values" TEXT,
ADD COLUMN     "sealed_values" BYTEA,
ADD COLUMN     "result_facts" TEXT;

UPDATE run SET trigger = (CASE WHEN is_startup THEN 'startup' ELSE 'dropdown' END)::run_trigger
WHERE is_startup OR is_dropdown;

-- Whether a run belongs into the history is told by `queued_at` alone.
UPDATE run SET queued_at = created_at
WHERE queued_at IS NULL AND status <> 'starting' AND end_reason IS DISTINCT FROM 'never_started';

-- Whether it ended other than well, by `end_reason` alone.
UPDATE run SET end_reason = 'error' WHERE status NOT IN ('starting', 'running', 'success') AND end_reason IS NULL;

-- The line as it stands: in the order in which the runs were asked for.
INSERT INTO open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn, state, worker_id)
SELECT r.org_id, r.run_id, r.command_id, coalesce(r.credential_id, t.credential_id), r.started_by_user_id,
  t.source_kind, 1, row_number() OVER (ORDER BY r.queued_at, r.run_id),
  (CASE r.status WHEN 'running' THEN 'executing' ELSE 'waiting' END)::open_run_state, r.worker_id
FROM run r JOIN template t ON t.org_id = r.org_id AND t.template_id = r.template_id
WHERE r.status IN ('starting', 'running') AND r.queued_at IS NOT NULL;

ALTER TABLE "run" DROP COLUMN "credential_id",
DROP COLUMN "is_dropdown",
DROP COLUMN "is_startup",
DROP COLUMN "is_waiting",
DROP COLUMN "worker_id";

-- Room beside each row for its next version, so that updating it touches no index.
ALTER TABLE run SET (fillfactor = 80);
ALTER TABLE open_run SET (fillfactor = 50);

-- A run has one end: well, or with a reason.
ALTER TABLE run ADD CONSTRAINT run_end_reason_told
  CHECK ((end_reason IS NOT NULL) = (status NOT IN ('starting', 'running', 'success')));

-- Each index serves one way of asking for a page of the history. Only what got in line is history.
CREATE INDEX run_of_org ON run (org_id, created_at DESC, run_id DESC) WHERE queued_at IS NOT NULL;
CREATE INDEX run_history ON run (org_id, created_at DESC, run_id DESC)
  WHERE queued_at IS NOT NULL AND trigger NOT IN ('startup', 'dropdown');
CREATE INDEX run_of_command ON run (org_id, command_id, created_at DESC, run_id DESC)
  INCLUDE (trigger, end_reason, started_by_user_id) WHERE queued_at IS NOT NULL;
CREATE INDEX run_not_success ON run (org_id, created_at DESC, run_id DESC)
  INCLUDE (trigger, end_reason, command_id, started_by_user_id) WHERE queued_at IS NOT NULL AND end_reason IS NOT NULL;
CREATE INDEX run_of_startup ON run (org_id, created_at DESC) WHERE trigger = 'startup';
CREATE INDEX run_of_dropdown ON run (org_id, created_at DESC) WHERE trigger = 'dropdown';
CREATE INDEX run_of_group ON run (run_group_id) WHERE run_group_id IS NOT NULL;
CREATE INDEX run_of_parent ON run (parent_run_id) WHERE parent_run_id IS NOT NULL;
-- Created and not yet started: what recovery looks through, however long the history.
CREATE INDEX run_not_queued ON run (created_at) WHERE queued_at IS NULL;
-- What is left to convert; empty once it is done.
CREATE INDEX run_to_convert ON run (run_id) WHERE snapshot IS NOT NULL OR log_text IS NOT NULL;

-- The line: by command, since a command can be full while its connection has places; and by person, for turns.
CREATE INDEX open_run_line ON open_run (command_id, class, turn, run_id) WHERE state = 'waiting';
CREATE INDEX open_run_first ON open_run (credential_id, class, turn) WHERE state = 'waiting';
CREATE INDEX open_run_turns ON open_run (credential_id, class, user_id, turn) WHERE state = 'waiting';
CREATE INDEX open_run_places ON open_run (worker_id) WHERE state IN ('executing', 'beginning');
CREATE INDEX open_run_elsewhere ON open_run (look_at) WHERE state = 'elsewhere';
CREATE INDEX open_run_elsewhere_of_org ON open_run (org_id) WHERE state = 'elsewhere';

ALTER TABLE "run_definition" ADD CONSTRAINT "run_definition_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_definition_id_fkey" FOREIGN KEY ("org_id", "definition_id") REFERENCES "run_definition"("org_id", "definition_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "open_run" ADD CONSTRAINT "open_run_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_result" ADD CONSTRAINT "run_result_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_log" ADD CONSTRAINT "run_log_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Takes runs off the line for a worker, at most as many as it has places, and answers which. Whose turn it is: the
-- first class that has somebody waiting; there, the organization and the person with the fewest runs at work; then
-- the turn. A line is full where its connection or command has as many runs as it may have, where its organization
-- has its share of the worker's places, or where work without anybody waiting for it has its share.
-- What goes on elsewhere has only a limit for each organization.
CREATE FUNCTION claim_runs(claimer text, places integer, credential_limit integer, command_limit integer,
  org_limit integer, unattended_limit integer, kinds_elsewhere text[], elsewhere_limit integer)
RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE
  next record;
BEGIN
  -- Counting places and taking one are two steps; this keeps other workers from doing both in between.
  PERFORM pg_advisory_xact_lock(7001);
  FOR place IN 1..places LOOP
    WITH RECURSIVE taken AS MATERIALIZED (
      SELECT credential_id, command_id, org_id, user_id, worker_id, class
      FROM open_run WHERE state IN ('executing', 'beginning')
    ), lines AS (
      (SELECT command_id FROM open_run WHERE state = 'waiting' ORDER BY command_id LIMIT 1)
      UNION ALL
      SELECT (SELECT o.command_id FROM open_run o WHERE o.state = 'waiting' AND o.command_id > lines.command_id
        ORDER BY o.command_id LIMIT 1)
      FROM lines WHERE lines.command_id IS NOT NULL
    ), heads AS (
      SELECT head.*, head.source_kind = ANY(kinds_elsewhere) AS goes_elsewhere
      FROM lines CROSS JOIN LATERAL (
        SELECT o.* FROM open_run o WHERE o.state = 'waiting' AND o.command_id = lines.command_id
        ORDER BY o.class, o.turn, o.run_id LIMIT 1) head
    )
    SELECT h.org_id, h.run_id, h.goes_elsewhere INTO next
    FROM heads h
    WHERE (SELECT count(*) FROM taken t WHERE t.credential_id = h.credential_id) < credential_limit
      AND (SELECT count(*) FROM taken t WHERE t.command_id = h.command_id) < command_limit
      AND (SELECT count(*) FROM taken t WHERE t.worker_id = claimer AND t.org_id = h.org_id) < org_limit
      AND (h.class < 3
        OR (SELECT count(*) FROM taken t WHERE t.worker_id = claimer AND t.class >= 3) < unattended_limit)
      AND (NOT h.goes_elsewhere OR (SELECT count(*) FROM open_run e
        WHERE e.state = 'elsewhere' AND e.org_id = h.org_id) < elsewhere_limit)
    ORDER BY h.class, (SELECT count(*) FROM taken t WHERE t.org_id = h.org_id),
      (SELECT count(*) FROM taken t WHERE t.org_id = h.org_id AND t.user_id = h.user_id), h.turn, h.run_id
    LIMIT 1;
    EXIT WHEN NOT FOUND;

    -- Always the run first, then its place in line: whoever else changes both does it in this order, too.
    UPDATE run SET status = 'running', started_at = coalesce(started_at, now())
    WHERE org_id = next.org_id AND run_id = next.run_id AND status IN ('starting', 'running');
    IF NOT FOUND THEN
      DELETE FROM open_run WHERE org_id = next.org_id AND run_id = next.run_id;
      CONTINUE;
    END IF;
    UPDATE open_run SET worker_id = claimer,
      state = (CASE WHEN next.goes_elsewhere THEN 'beginning' ELSE 'executing' END)::open_run_state
    WHERE org_id = next.org_id AND run_id = next.run_id;
    PERFORM pg_notify('run_changed', next.run_id::text);
    RETURN NEXT next.run_id;
  END LOOP;
END $$;

-- The queue delivered runs before; nothing in it is needed for that.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier = 'execute_run';
  END IF;
END $$;
