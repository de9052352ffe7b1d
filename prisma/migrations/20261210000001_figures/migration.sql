-- CreateEnum
CREATE TYPE "figure_span" AS ENUM ('quarter', 'day', 'ever');

-- CreateEnum
CREATE TYPE "run_outcome" AS ENUM ('success', 'error', 'cancelled', 'timed_out', 'worker_lost', 'never_started');

-- CreateTable
CREATE TABLE "command_figure" (
    "org_id" TEXT NOT NULL,
    "span" "figure_span" NOT NULL,
    "slot_at" TIMESTAMPTZ(0) NOT NULL,
    "command_id" INTEGER NOT NULL,
    "template_id" INTEGER NOT NULL,
    "trigger" "run_trigger" NOT NULL,
    "outcome" "run_outcome" NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "command_figure_pkey" PRIMARY KEY ("org_id","span","slot_at","command_id","template_id","trigger","outcome")
);

-- CreateTable
CREATE TABLE "person_figure" (
    "org_id" TEXT NOT NULL,
    "span" "figure_span" NOT NULL,
    "slot_at" TIMESTAMPTZ(0) NOT NULL,
    "user_id" TEXT NOT NULL,
    "trigger" "run_trigger" NOT NULL,
    "outcome" "run_outcome" NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "person_figure_pkey" PRIMARY KEY ("org_id","span","slot_at","user_id","trigger","outcome")
);

-- CreateTable
CREATE TABLE "command_time" (
    "org_id" TEXT NOT NULL,
    "span" "figure_span" NOT NULL,
    "slot_at" TIMESTAMPTZ(0) NOT NULL,
    "command_id" INTEGER NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "taken" INTEGER NOT NULL,
    "waited" INTEGER NOT NULL,

    CONSTRAINT "command_time_pkey" PRIMARY KEY ("org_id","span","slot_at","command_id","bucket")
);

-- CreateTable
CREATE TABLE "uncounted_run" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,

    CONSTRAINT "uncounted_run_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "figure_progress" (
    "progress_id" INTEGER NOT NULL DEFAULT 1,
    "reached_run_id" INTEGER NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "figure_progress_pkey" PRIMARY KEY ("progress_id")
);

-- AddForeignKey
ALTER TABLE "command_figure" ADD CONSTRAINT "command_figure_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_figure" ADD CONSTRAINT "person_figure_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_figure" ADD CONSTRAINT "person_figure_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command_time" ADD CONSTRAINT "command_time_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The worker counts what ran before this migration in batches, from the first run on.
INSERT INTO "figure_progress" ("progress_id") VALUES (1);
