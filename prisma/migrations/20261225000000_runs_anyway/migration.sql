-- Whether a person chose to run with values that break limits of the source, and left them to it.
ALTER TABLE "run" ADD COLUMN "ran_anyway" BOOLEAN NOT NULL DEFAULT false;
