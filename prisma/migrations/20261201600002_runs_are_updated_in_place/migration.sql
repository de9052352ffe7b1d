-- An index on what changes while a run is in progress makes each of its updates write every index of the table.
-- What says that a run is in progress or failed is asked otherwise.

DROP INDEX run_one_undo_key;
CREATE UNIQUE INDEX run_one_undo_key ON run (org_id, parent_run_id) WHERE trigger = 'undo' AND end_reason IS NULL;

DROP INDEX run_of_job_going;
ALTER TABLE open_run ADD COLUMN scheduled_job_id INTEGER;
UPDATE open_run o SET scheduled_job_id = r.scheduled_job_id
FROM run r
WHERE r.org_id = o.org_id AND r.run_id = o.run_id AND r.scheduled_job_id IS NOT NULL;
CREATE INDEX open_run_of_job ON open_run (scheduled_job_id) WHERE scheduled_job_id IS NOT NULL;
