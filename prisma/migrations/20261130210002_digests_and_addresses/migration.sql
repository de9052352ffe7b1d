-- A daily mail about scheduled jobs, for people who want it.
CREATE TABLE "job_digest" (
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "which" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "timezone" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "since_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_digest_pkey" PRIMARY KEY ("org_id","user_id"),
    CONSTRAINT "job_digest_which_check" CHECK (which IN ('owned', 'configured')),
    CONSTRAINT "job_digest_hour_check" CHECK (hour BETWEEN 0 AND 23)
);

CREATE INDEX "job_digest_next_at_idx" ON "job_digest"("next_at");
ALTER TABLE "job_digest" ADD CONSTRAINT "job_digest_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "membership"("org_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Addresses that alerts and results may go to although no person of the organization has them.
CREATE TABLE "alert_address" (
    "org_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_address_pkey" PRIMARY KEY ("org_id","address"),
    CONSTRAINT "alert_address_is_lower_case" CHECK (address = lower(address))
);

ALTER TABLE "alert_address" ADD CONSTRAINT "alert_address_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "job_alert" ADD COLUMN "address" TEXT;
ALTER TABLE "job_alert" DROP CONSTRAINT "job_alert_has_one_target";
ALTER TABLE "job_alert" ADD CONSTRAINT "job_alert_has_one_target" CHECK (CASE WHEN channel = 'email'
  THEN num_nonnulls(user_id, address) = 1 AND sealed_url IS NULL
  ELSE num_nonnulls(user_id, address) = 0 AND sealed_url IS NOT NULL AND host IS NOT NULL END);

ALTER TABLE "mail_message" ALTER COLUMN "to_user_id" DROP NOT NULL;

-- What ended since the last digest.
CREATE INDEX scheduled_firing_told ON scheduled_firing (org_id, told_at) WHERE told_at IS NOT NULL;
