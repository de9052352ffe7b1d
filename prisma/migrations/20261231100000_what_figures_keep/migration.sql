-- AlterTable
ALTER TABLE "figure_progress" ADD COLUMN     "kept_from" TIMESTAMPTZ(3);
