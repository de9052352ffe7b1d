-- Scheduled jobs: commands that run by themselves, with values, and what came of each time that they were due.
-- CreateEnum
CREATE TYPE "firing_state" AS ENUM ('due', 'started', 'failed', 'called_off');

-- CreateTable
CREATE TABLE "scheduled_job" (
    "scheduled_job_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "owner_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cron_expression" TEXT NOT NULL,
    "cron_timezone" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "paused_reason" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "next_run_at" TIMESTAMPTZ(3),
    "planned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_run_at" TIMESTAMPTZ(3),
    "allows_overlap" BOOLEAN NOT NULL DEFAULT false,
    "timeout_seconds" INTEGER,
    "retry_count" INTEGER,
    "confirmed_word" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_by_user_id" TEXT NOT NULL,

    CONSTRAINT "scheduled_job_pkey" PRIMARY KEY ("scheduled_job_id")
);

-- CreateTable
CREATE TABLE "scheduled_job_input" (
    "scheduled_job_input_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "scheduled_job_id" INTEGER NOT NULL,
    "input_id" INTEGER NOT NULL,
    "value" TEXT,
    "sealed_value" BYTEA,

    CONSTRAINT "scheduled_job_input_pkey" PRIMARY KEY ("scheduled_job_input_id")
);

-- CreateTable
CREATE TABLE "scheduled_firing" (
    "scheduled_job_id" INTEGER NOT NULL,
    "slot_at" TIMESTAMPTZ(3) NOT NULL,
    "org_id" TEXT NOT NULL,
    "state" "firing_state" NOT NULL DEFAULT 'due',
    "missed_count" INTEGER NOT NULL DEFAULT 0,
    "until_at" TIMESTAMPTZ(3),
    "run_id" INTEGER,
    "taken_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_firing_pkey" PRIMARY KEY ("scheduled_job_id","slot_at")
);

-- CreateIndex
CREATE INDEX "scheduled_job_org_id_command_id_idx" ON "scheduled_job"("org_id", "command_id");

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_job_org_id_scheduled_job_id_key" ON "scheduled_job"("org_id", "scheduled_job_id");

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_job_input_scheduled_job_id_input_id_key" ON "scheduled_job_input"("scheduled_job_id", "input_id");

-- CreateIndex
CREATE INDEX "scheduled_firing_claimed_at_idx" ON "scheduled_firing"("claimed_at");

-- AddForeignKey
ALTER TABLE "scheduled_job" ADD CONSTRAINT "scheduled_job_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_job" ADD CONSTRAINT "scheduled_job_owner_user_id_fkey" FOREIGN KEY ("owner_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_job" ADD CONSTRAINT "scheduled_job_modified_by_user_id_fkey" FOREIGN KEY ("modified_by_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_job_input" ADD CONSTRAINT "scheduled_job_input_org_id_scheduled_job_id_fkey" FOREIGN KEY ("org_id", "scheduled_job_id") REFERENCES "scheduled_job"("org_id", "scheduled_job_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_job_input" ADD CONSTRAINT "scheduled_job_input_org_id_input_id_fkey" FOREIGN KEY ("org_id", "input_id") REFERENCES "command_input"("org_id", "input_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_firing" ADD CONSTRAINT "scheduled_firing_org_id_scheduled_job_id_fkey" FOREIGN KEY ("org_id", "scheduled_job_id") REFERENCES "scheduled_job"("org_id", "scheduled_job_id") ON DELETE CASCADE ON UPDATE CASCADE;
-- What fires next, over all organizations.
CREATE INDEX scheduled_job_due ON scheduled_job (next_run_at) WHERE next_run_at IS NOT NULL;
-- The page of an organization's jobs.
CREATE INDEX scheduled_job_next ON scheduled_job (org_id, next_run_at, scheduled_job_id) WHERE deleted_at IS NULL;
CREATE INDEX scheduled_firing_open ON scheduled_firing (taken_until) WHERE state = 'due';
-- A job's runs in the history, and those that are still going.
CREATE INDEX run_of_job ON run (scheduled_job_id, run_id DESC) WHERE scheduled_job_id IS NOT NULL;
CREATE INDEX run_of_job_going ON run (scheduled_job_id) WHERE scheduled_job_id IS NOT NULL AND status IN ('starting', 'running');

ALTER TABLE "scheduled_job"
  ADD CONSTRAINT "scheduled_job_next_check" CHECK (next_run_at IS NULL OR (is_enabled AND deleted_at IS NULL)),
  ADD CONSTRAINT "scheduled_job_running_check" CHECK (timeout_seconds >= 1 AND retry_count BETWEEN 0 AND 5);
ALTER TABLE "scheduled_job_input"
  ADD CONSTRAINT "scheduled_job_input_has_one_value" CHECK (num_nonnulls(value, sealed_value) = 1);
ALTER TABLE "scheduled_firing"
  ADD CONSTRAINT "scheduled_firing_missed_check" CHECK ((missed_count > 0) = (until_at IS NOT NULL)),
  ADD CONSTRAINT "scheduled_firing_ends_with_a_run" CHECK ((state = 'due') = (run_id IS NULL));
-- Plans that were made before the clock was set back.
CREATE INDEX scheduled_job_planned ON scheduled_job (planned_at) WHERE next_run_at IS NOT NULL;
