-- AlterTable
ALTER TABLE "user" ADD COLUMN     "tour_ended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "first_steps_closed_at" TIMESTAMPTZ(3);

-- Nobody who is here already is new.
UPDATE "user" SET "tour_ended_at" = now();
UPDATE "membership" SET "first_steps_closed_at" = now();
