-- Who had a part in what a job or webhook runs, besides its owner, in whose name its runs ask for approval.
ALTER TABLE "scheduled_job" ADD COLUMN "also_set_by" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "webhook" ADD COLUMN "also_set_by" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "scheduled_firing" ADD COLUMN "asked_by_user_id" TEXT;

ALTER TABLE "approval_request" ADD COLUMN "also_asked_by" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "approval_request" ADD CONSTRAINT "approval_is_of_others"
  CHECK (state <> 'granted' OR answered_by_user_id <> ALL (also_asked_by));
