-- A request for approval of a change of a command that takes away what protects it. It has no runs.
ALTER TABLE "approval_request" ADD COLUMN "loosens" JSONB;
ALTER TABLE "approval_request" ADD COLUMN "used_at" TIMESTAMPTZ(3);
ALTER TABLE "approval_request" ADD CONSTRAINT "approval_is_of_runs_or_a_change" CHECK ((loosens IS NULL) = (run_count > 0));
ALTER TABLE "approval_request" ADD CONSTRAINT "approval_of_a_change_is_used_once" CHECK (used_at IS NULL OR (loosens IS NOT NULL AND state = 'granted'));
