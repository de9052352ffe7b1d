-- Whether runs that failed are rows of the file, with their errors, and how many runs were left out of it.
ALTER TABLE "combined_download" ADD COLUMN "with_errors" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "combined_download" ADD COLUMN "left_out_runs" INTEGER NOT NULL DEFAULT 0;
