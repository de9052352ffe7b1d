-- The history's indexes include short values, so that runs with a common text are counted without reading them:
-- decision 394. Null if the values are too long; empty if there are none, which no search matches.

-- Recreated below: the rewrite of the table would otherwise build them twice.
DROP INDEX run_of_command;
DROP INDEX run_of_person;
DROP INDEX run_not_success;

ALTER TABLE run ADD COLUMN "short_params" TEXT GENERATED ALWAYS AS (
  CASE WHEN params IS NULL THEN '' WHEN octet_length(params) <= 256 THEN params END) STORED;

CREATE INDEX run_of_command ON run (command_id, created_at DESC, run_id DESC)
  INCLUDE (org_id, trigger, end_reason, started_by_user_id, short_params) WHERE queued_at IS NOT NULL;
CREATE INDEX run_of_person ON run (org_id, started_by_user_id, created_at DESC, run_id DESC)
  INCLUDE (trigger, end_reason, command_id, short_params) WHERE queued_at IS NOT NULL;
CREATE INDEX run_not_success ON run (org_id, created_at DESC, run_id DESC)
  INCLUDE (trigger, end_reason, command_id, started_by_user_id, short_params)
  WHERE queued_at IS NOT NULL AND end_reason IS NOT NULL;
