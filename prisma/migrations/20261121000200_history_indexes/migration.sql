-- What makes the history instant at a million runs: each index serves one way of asking for a page.

-- Of one person.
CREATE INDEX "run_org_id_started_by_user_id_created_at_idx" ON "run"("org_id", "started_by_user_id", "created_at" DESC);

-- The history as it opens: without the runs that fill dropdowns and those of a start-up.
CREATE INDEX run_history ON run (org_id, created_at DESC, run_id DESC) WHERE NOT is_startup AND NOT is_dropdown;

-- What did not go well is rare, and asked for often.
CREATE INDEX run_not_success ON run (org_id, status, created_at DESC) WHERE status <> 'success';

-- A piece of the values.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX run_params_text ON run USING gin (params gin_trgm_ops) WHERE params IS NOT NULL;
