-- AlterTable
ALTER TABLE "run" ADD COLUMN     "credential_id" INTEGER,
ADD COLUMN     "is_waiting" BOOLEAN NOT NULL DEFAULT false;

-- The runs of a connection that are not over: what its limit is counted in.
CREATE INDEX run_open_of_credential ON run (credential_id, status) WHERE status IN ('starting', 'running');
