-- Whether a run was rolled back at its source, so that it only showed what it would do.
ALTER TABLE "run" ADD COLUMN "is_dry_run" BOOLEAN NOT NULL DEFAULT false;
