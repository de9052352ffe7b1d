-- CreateEnum
CREATE TYPE "spreadsheet_status" AS ENUM ('queued', 'making', 'ready', 'failed');

-- CreateTable
CREATE TABLE "run_spreadsheet" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "status" "spreadsheet_status" NOT NULL DEFAULT 'queued',
    "worker_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_spreadsheet_pkey" PRIMARY KEY ("run_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "run_spreadsheet_org_id_run_id_key" ON "run_spreadsheet"("org_id", "run_id");

-- AddForeignKey
ALTER TABLE "run_spreadsheet" ADD CONSTRAINT "run_spreadsheet_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;
