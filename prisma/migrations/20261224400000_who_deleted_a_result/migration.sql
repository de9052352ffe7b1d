-- Who deleted the result of a run: a person's id, or `retention`. Unknown for results that were deleted before this.
ALTER TABLE "run" ADD COLUMN "result_deleted_by" TEXT;
