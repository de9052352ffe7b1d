-- The run whose result the rows of a bulk run were taken from. Like `rerun_of`, it is told only to people who see that run.
ALTER TABLE "bulk_run" ADD COLUMN "source_run_id" INTEGER;
