-- A time rounded to milliseconds can lie in the future of the statement that wrote it: what is due at once was then
-- left out by a worker that looked within that half a millisecond. More digits rewrite no table.
ALTER TABLE "due_auto_run" ALTER COLUMN "taken_until" SET DATA TYPE TIMESTAMPTZ(6);
ALTER TABLE "job_delivery" ALTER COLUMN "due_at" SET DATA TYPE TIMESTAMPTZ(6);
ALTER TABLE "mail_message" ALTER COLUMN "due_at" SET DATA TYPE TIMESTAMPTZ(6);
ALTER TABLE "scheduled_firing" ALTER COLUMN "taken_until" SET DATA TYPE TIMESTAMPTZ(6);
