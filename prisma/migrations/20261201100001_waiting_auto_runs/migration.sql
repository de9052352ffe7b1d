-- What an auto-run waits for that could not be created yet, for people who look at its firing.
ALTER TABLE "due_auto_run" ADD COLUMN "waits_for" TEXT;
ALTER TABLE "due_auto_run" ADD CONSTRAINT "due_auto_run_waits_for_check" CHECK (waits_for IN ('room', 'result'));
