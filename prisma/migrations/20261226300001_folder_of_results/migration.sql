-- The sign of the folder of results. A process that sees a folder without it sees another one.
ALTER TABLE "installation" ADD COLUMN "results_sign" TEXT;
