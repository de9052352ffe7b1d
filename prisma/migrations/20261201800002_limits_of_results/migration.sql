-- An organization may keep its results for a shorter time, and less of them, than this Pushboard allows.
ALTER TABLE "org" ADD COLUMN     "result_quota_mb" INTEGER,
ADD COLUMN     "result_retention_days" INTEGER;

ALTER TABLE org
  ADD CONSTRAINT org_result_quota_mb_check CHECK (result_quota_mb BETWEEN 1 AND 999999999),
  ADD CONSTRAINT org_result_retention_days_check CHECK (result_retention_days BETWEEN 1 AND 36500);
