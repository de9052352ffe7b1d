ALTER TABLE "run_spreadsheet" ADD COLUMN "failure" TEXT;
ALTER TABLE "combined_download" ADD COLUMN "failure" TEXT;
CREATE INDEX "result_leftover_store_id_leftover_id_idx" ON "result_leftover"("store_id", "leftover_id");
