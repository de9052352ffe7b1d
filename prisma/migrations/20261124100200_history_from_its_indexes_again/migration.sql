-- The runs of a person are found, counted and put in order without reading the runs themselves.
CREATE INDEX run_of_person ON run (org_id, started_by_user_id, created_at DESC, run_id DESC)
  INCLUDE (trigger, end_reason, command_id) WHERE queued_at IS NOT NULL;
DROP INDEX "run_org_id_started_by_user_id_created_at_idx";

-- What did not go well has failed, as every index can tell, unless it is a schedule's.
ALTER TABLE run ADD CONSTRAINT run_cron_status_of_schedule
  CHECK (status NOT IN ('cron_error', 'cron_cancellation') OR trigger = 'schedule');
CREATE INDEX run_of_schedule_not_success ON run (org_id, created_at DESC, run_id DESC)
  WHERE queued_at IS NOT NULL AND end_reason IS NOT NULL AND trigger = 'schedule';

-- The latest run of a command is found by the command alone: with the organization in front of it, this index and the
-- organization's own fit the same question, and where one command has most of the runs, the planner walks the latter.
DROP INDEX run_of_command;
CREATE INDEX run_of_command ON run (command_id, created_at DESC, run_id DESC)
  INCLUDE (org_id, trigger, end_reason, started_by_user_id) WHERE queued_at IS NOT NULL;
