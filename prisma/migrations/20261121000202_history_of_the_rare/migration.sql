-- Kinds of runs that are few beside the others, and are asked for by themselves.
CREATE INDEX run_of_startup ON run (org_id, created_at DESC) WHERE is_startup;
CREATE INDEX run_of_dropdown ON run (org_id, created_at DESC) WHERE is_dropdown;
CREATE INDEX run_result_deleted ON run (org_id, created_at DESC) WHERE result_deleted_at IS NOT NULL;

-- What did not go well is asked for together with whose it was and why: all of that is read from the index.
DROP INDEX run_not_success;
CREATE INDEX run_not_success ON run (org_id, created_at DESC, run_id DESC)
  INCLUDE (status, end_reason, command_id, started_by_user_id, is_startup, is_dropdown) WHERE status <> 'success';
