-- The command that takes a command back, and one run that does so for each run.
ALTER TABLE "command" ADD COLUMN "undo_partner" JSONB;
CREATE UNIQUE INDEX "run_one_undo_key" ON "run" ("org_id", "parent_run_id")
  WHERE "trigger" = 'undo' AND "status" <> 'failed';
