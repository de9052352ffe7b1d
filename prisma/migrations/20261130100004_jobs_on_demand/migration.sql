-- Times that a person asked for, days off, and the switch that stops all jobs of an organization.
ALTER TABLE "scheduled_firing" ADD COLUMN "is_on_demand" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "scheduled_job" ADD COLUMN "skips_days_off" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "org_job_settings" (
    "org_id" TEXT NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "paused_by_user_id" TEXT,
    "days_off" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "org_job_settings_pkey" PRIMARY KEY ("org_id")
);

ALTER TABLE "org_job_settings" ADD CONSTRAINT "org_job_settings_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
