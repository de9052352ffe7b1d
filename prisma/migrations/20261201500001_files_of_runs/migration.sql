-- The files among the values of runs, apart from the values, so that nothing that reads values carries files along.
-- What earlier versions wrote into the values stays there.
CREATE TABLE "run_file" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "run_file_pkey" PRIMARY KEY ("org_id","run_id","hash")
);

ALTER TABLE "run_file" ADD CONSTRAINT "run_file_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Most files are compressed already.
ALTER TABLE "run_file" ALTER COLUMN "content" SET STORAGE EXTERNAL;
