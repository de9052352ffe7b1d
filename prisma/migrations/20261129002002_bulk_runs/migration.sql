-- Bulk runs: one run for each row, under a parent that ends when all of them have ended.

-- CreateTable
CREATE TABLE "bulk_run" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "row_count" INTEGER NOT NULL,
    "rerun_of" INTEGER,
    "paused_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("org_id","run_id")
);

-- AlterTable
ALTER TABLE "open_run" ADD COLUMN     "parent_run_id" INTEGER,
ADD COLUMN     "times_lost" SMALLINT NOT NULL DEFAULT 0;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those in progress: few, however many there were.
CREATE INDEX bulk_run_unsettled ON bulk_run (org_id) WHERE settled_at IS NULL;
CREATE INDEX open_run_of_parent ON open_run (parent_run_id, state) WHERE parent_run_id IS NOT NULL;
CREATE INDEX run_failed_of_parent ON run (parent_run_id) WHERE parent_run_id IS NOT NULL AND end_reason IS NOT NULL;

-- The history lists the rows of a bulk run below their parent, so it never walks over them.
DROP INDEX run_history;
CREATE INDEX run_history ON run (org_id, created_at DESC, run_id DESC)
  WHERE queued_at IS NOT NULL AND trigger NOT IN ('startup', 'dropdown', 'bulk');
