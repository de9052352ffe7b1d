-- Runs that a worker lost or that ran out of time are few among those that failed. With a filter on values, too, the
-- planner combined an index of all failures with one of a million values: four seconds in a history of five million.
CREATE INDEX run_of_end_reason ON run (org_id, end_reason, created_at DESC, run_id DESC)
  WHERE queued_at IS NOT NULL AND end_reason IS NOT NULL;
