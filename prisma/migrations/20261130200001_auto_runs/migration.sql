-- Auto-runs: what a scheduled run leads to. Each row of its result fills in another command, or its failure runs one.
-- CreateEnum
CREATE TYPE "auto_run_kind" AS ENUM ('row', 'error');

-- CreateTable
CREATE TABLE "scheduled_auto_run" (
    "scheduled_auto_run_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "scheduled_job_id" INTEGER NOT NULL,
    "kind" "auto_run_kind" NOT NULL,
    "decoration_id" INTEGER,
    "name" TEXT NOT NULL,
    "target_command_id" INTEGER NOT NULL,
    "confirmed_word" TEXT,

    CONSTRAINT "scheduled_auto_run_pkey" PRIMARY KEY ("scheduled_auto_run_id")
);

-- CreateTable
CREATE TABLE "scheduled_auto_run_input" (
    "scheduled_auto_run_input_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "scheduled_auto_run_id" INTEGER NOT NULL,
    "input_id" INTEGER NOT NULL,
    "value" TEXT,
    "sealed_value" BYTEA,

    CONSTRAINT "scheduled_auto_run_input_pkey" PRIMARY KEY ("scheduled_auto_run_input_id")
);

-- CreateTable
CREATE TABLE "due_auto_run" (
    "org_id" TEXT NOT NULL,
    "run_id" INTEGER NOT NULL,
    "scheduled_auto_run_id" INTEGER NOT NULL,
    "slot_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "due_auto_run_pkey" PRIMARY KEY ("run_id","scheduled_auto_run_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_auto_run_org_id_scheduled_auto_run_id_key" ON "scheduled_auto_run"("org_id", "scheduled_auto_run_id");

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_auto_run_scheduled_job_id_decoration_id_key" ON "scheduled_auto_run"("scheduled_job_id", "decoration_id");

-- CreateIndex
CREATE INDEX "scheduled_auto_run_org_id_target_command_id_idx" ON "scheduled_auto_run"("org_id", "target_command_id");

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_auto_run_input_scheduled_auto_run_id_input_id_key" ON "scheduled_auto_run_input"("scheduled_auto_run_id", "input_id");

-- CreateIndex
CREATE INDEX "scheduled_auto_run_input_org_id_input_id_idx" ON "scheduled_auto_run_input"("org_id", "input_id");

-- CreateIndex
CREATE INDEX "due_auto_run_scheduled_auto_run_id_idx" ON "due_auto_run"("scheduled_auto_run_id");

-- CreateIndex
CREATE INDEX "due_auto_run_taken_until_idx" ON "due_auto_run"("taken_until");

-- AddForeignKey
ALTER TABLE "scheduled_auto_run" ADD CONSTRAINT "scheduled_auto_run_org_id_scheduled_job_id_fkey" FOREIGN KEY ("org_id", "scheduled_job_id") REFERENCES "scheduled_job"("org_id", "scheduled_job_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_auto_run" ADD CONSTRAINT "scheduled_auto_run_org_id_target_command_id_fkey" FOREIGN KEY ("org_id", "target_command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_auto_run_input" ADD CONSTRAINT "scheduled_auto_run_input_org_id_scheduled_auto_run_id_fkey" FOREIGN KEY ("org_id", "scheduled_auto_run_id") REFERENCES "scheduled_auto_run"("org_id", "scheduled_auto_run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_auto_run_input" ADD CONSTRAINT "scheduled_auto_run_input_org_id_input_id_fkey" FOREIGN KEY ("org_id", "input_id") REFERENCES "command_input"("org_id", "input_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_auto_run" ADD CONSTRAINT "due_auto_run_org_id_scheduled_auto_run_id_fkey" FOREIGN KEY ("org_id", "scheduled_auto_run_id") REFERENCES "scheduled_auto_run"("org_id", "scheduled_auto_run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_auto_run" ADD CONSTRAINT "due_auto_run_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One error auto-run for each job.
CREATE UNIQUE INDEX scheduled_auto_run_of_errors ON scheduled_auto_run (scheduled_job_id) WHERE kind = 'error';

ALTER TABLE "scheduled_auto_run"
  ADD CONSTRAINT "scheduled_auto_run_has_its_decoration" CHECK ((kind = 'row') = (decoration_id IS NOT NULL));
ALTER TABLE "scheduled_auto_run_input"
  ADD CONSTRAINT "scheduled_auto_run_input_has_one_value" CHECK (num_nonnulls(value, sealed_value) = 1);

-- What an auto-run could not run, because it is limited.
ALTER TABLE "bulk_run" ADD COLUMN "left_out_rows" INTEGER NOT NULL DEFAULT 0;
