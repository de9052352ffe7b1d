-- The numbers that the rows of a bulk run have where they come from.

-- AlterTable
ALTER TABLE "bulk_run" ADD COLUMN "row_numbers" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];
