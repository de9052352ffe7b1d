-- How large the file of a run's result is. Files of earlier versions are measured by the worker, in batches.
ALTER TABLE "run" ADD COLUMN "result_bytes" BIGINT;

-- What the result files of an organization take together: its quota is compared with this.
CREATE TABLE "result_usage" (
    "org_id" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "result_usage_pkey" PRIMARY KEY ("org_id")
);

ALTER TABLE "result_usage" ADD CONSTRAINT "result_usage_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
