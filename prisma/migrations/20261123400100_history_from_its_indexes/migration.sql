-- The runs of some commands, and those that did not go well, are found without reading the runs themselves:
-- whether a run was ever started, and so belongs into the history, stands in the index too.
CREATE INDEX run_of_command ON run (org_id, command_id, created_at DESC, run_id DESC,
  queued_at, status, end_reason, started_by_user_id, is_startup, is_dropdown);
DROP INDEX run_org_id_command_id_created_at_idx;

DROP INDEX run_not_success;
CREATE INDEX run_not_success ON run (org_id, created_at DESC, run_id DESC)
  INCLUDE (queued_at, status, end_reason, command_id, started_by_user_id, is_startup, is_dropdown)
  WHERE status <> 'success';
