ALTER TYPE "notification_kind" ADD VALUE 'error_new';
ALTER TYPE "notification_kind" ADD VALUE 'error_returned';
ALTER TYPE "notification_kind" ADD VALUE 'error_assigned';
ALTER TYPE "mail_kind" ADD VALUE 'error';

-- CreateEnum
CREATE TYPE "error_state" AS ENUM ('open', 'resolved', 'ignored');

-- AlterTable
ALTER TABLE "notification" ADD COLUMN "error_group_id" INTEGER;

-- CreateTable
CREATE TABLE "error_group" (
    "error_group_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "version" SMALLINT NOT NULL,
    "source_kind" TEXT NOT NULL,
    "credential_id" INTEGER NOT NULL,
    "code" TEXT,
    "place" TEXT,
    "title" TEXT NOT NULL,
    "is_bad_input" BOOLEAN NOT NULL,
    "state" "error_state" NOT NULL,
    "state_since" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "state_by_user_id" TEXT,
    "ignored_until" TIMESTAMPTZ(3),
    "ignored_until_runs" INTEGER,
    "assignee_user_id" TEXT,
    "runs" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_run_id" INTEGER NOT NULL,

    CONSTRAINT "error_group_pkey" PRIMARY KEY ("error_group_id"),
    CONSTRAINT "error_group_is_ignored_until_something" CHECK (
      (state = 'ignored') = (ignored_until IS NOT NULL OR ignored_until_runs IS NOT NULL))
);

-- CreateTable
CREATE TABLE "grouped_run" (
    "org_id" TEXT NOT NULL,
    "run_id" INTEGER NOT NULL,
    "error_group_id" INTEGER NOT NULL,

    CONSTRAINT "grouped_run_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "error_hit" (
    "org_id" TEXT NOT NULL,
    "error_group_id" INTEGER NOT NULL,
    "command_id" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "error_hit_pkey" PRIMARY KEY ("org_id","error_group_id","command_id","user_id")
);

-- CreateTable
CREATE TABLE "error_day" (
    "org_id" TEXT NOT NULL,
    "error_group_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "command_id" INTEGER NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "error_day_pkey" PRIMARY KEY ("org_id","error_group_id","day","command_id")
);

-- CreateTable
CREATE TABLE "ungrouped_run" (
    "run_id" INTEGER NOT NULL,

    CONSTRAINT "ungrouped_run_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "error_mail" (
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "error_group_id" INTEGER NOT NULL,
    "is_returned" BOOLEAN NOT NULL,

    CONSTRAINT "error_mail_pkey" PRIMARY KEY ("user_id","org_id","error_group_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "error_group_org_id_error_group_id_key" ON "error_group"("org_id", "error_group_id");

-- CreateIndex
CREATE UNIQUE INDEX "error_group_org_id_fingerprint_key" ON "error_group"("org_id", "fingerprint");

-- CreateIndex
CREATE INDEX "grouped_run_error_group_id_run_id_idx" ON "grouped_run"("error_group_id", "run_id");

-- AddForeignKey
ALTER TABLE "error_group" ADD CONSTRAINT "error_group_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_group" ADD CONSTRAINT "error_group_org_id_credential_id_fkey" FOREIGN KEY ("org_id", "credential_id") REFERENCES "credential"("org_id", "credential_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_group" ADD CONSTRAINT "error_group_state_by_user_id_fkey" FOREIGN KEY ("state_by_user_id") REFERENCES "user"("user_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_group" ADD CONSTRAINT "error_group_assignee_user_id_fkey" FOREIGN KEY ("assignee_user_id") REFERENCES "user"("user_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grouped_run" ADD CONSTRAINT "grouped_run_org_id_error_group_id_fkey" FOREIGN KEY ("org_id", "error_group_id") REFERENCES "error_group"("org_id", "error_group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_hit" ADD CONSTRAINT "error_hit_org_id_error_group_id_fkey" FOREIGN KEY ("org_id", "error_group_id") REFERENCES "error_group"("org_id", "error_group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_hit" ADD CONSTRAINT "error_hit_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_hit" ADD CONSTRAINT "error_hit_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_day" ADD CONSTRAINT "error_day_org_id_error_group_id_fkey" FOREIGN KEY ("org_id", "error_group_id") REFERENCES "error_group"("org_id", "error_group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_day" ADD CONSTRAINT "error_day_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_mail" ADD CONSTRAINT "error_mail_org_id_error_group_id_fkey" FOREIGN KEY ("org_id", "error_group_id") REFERENCES "error_group"("org_id", "error_group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_mail" ADD CONSTRAINT "error_mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The worker passes on the failed runs that it counts from now on. Those that it has counted before wait here already.
INSERT INTO "ungrouped_run" ("run_id")
SELECT r.run_id FROM "run" r, "figure_progress" p
WHERE r.run_id <= p.reached_run_id AND r.queued_at IS NOT NULL AND r.status = 'failed'
  AND r.end_reason IN ('error', 'timed_out', 'worker_lost', 'never_started') AND r.ended_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM "uncounted_run" u WHERE u.run_id = r.run_id)
  AND NOT EXISTS (SELECT FROM "bulk_run" b WHERE b.org_id = r.org_id AND b.run_id = r.run_id);
