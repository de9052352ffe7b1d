-- Who is told how scheduled runs end, and the messages to addresses outside.
CREATE TABLE "job_alert" (
    "job_alert_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "scheduled_job_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "user_id" TEXT,
    "host" TEXT,
    "sealed_url" BYTEA,
    "sealed_secret" BYTEA,
    "events" TEXT[],
    "only_when" TEXT NOT NULL DEFAULT 'always',
    "attaches_result" BOOLEAN NOT NULL DEFAULT false,
    "created_by_user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_alert_pkey" PRIMARY KEY ("job_alert_id"),
    CONSTRAINT "job_alert_channel_check" CHECK (channel IN ('email', 'webhook', 'slack', 'teams')),
    CONSTRAINT "job_alert_only_when_check" CHECK (only_when IN ('always', 'rows', 'changed')),
    CONSTRAINT "job_alert_has_one_target" CHECK (CASE WHEN channel = 'email'
      THEN user_id IS NOT NULL AND sealed_url IS NULL
      ELSE user_id IS NULL AND sealed_url IS NOT NULL AND host IS NOT NULL END)
);

CREATE UNIQUE INDEX "job_alert_org_id_job_alert_id_key" ON "job_alert"("org_id", "job_alert_id");
CREATE INDEX "job_alert_scheduled_job_id_idx" ON "job_alert"("scheduled_job_id");
ALTER TABLE "job_alert" ADD CONSTRAINT "job_alert_org_id_scheduled_job_id_fkey" FOREIGN KEY ("org_id", "scheduled_job_id") REFERENCES "scheduled_job"("org_id", "scheduled_job_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "job_alert" ADD CONSTRAINT "job_alert_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "job_delivery" (
    "job_delivery_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "job_alert_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_delivery_pkey" PRIMARY KEY ("job_delivery_id"),
    CONSTRAINT "job_delivery_state_check" CHECK (state IN ('waiting', 'sent', 'failed'))
);

CREATE INDEX "job_delivery_job_alert_id_job_delivery_id_idx" ON "job_delivery"("job_alert_id", "job_delivery_id" DESC);
CREATE INDEX "job_delivery_due" ON "job_delivery"("due_at") WHERE state = 'waiting';
ALTER TABLE "job_delivery" ADD CONSTRAINT "job_delivery_org_id_job_alert_id_fkey" FOREIGN KEY ("org_id", "job_alert_id") REFERENCES "job_alert"("org_id", "job_alert_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whether a firing was told, and how it ended: the next one needs it to know the first failure and the recovery.
ALTER TABLE "scheduled_firing" ADD COLUMN "told_at" TIMESTAMPTZ(3),
ADD COLUMN "succeeded" BOOLEAN;
CREATE INDEX "scheduled_firing_untold" ON "scheduled_firing"("slot_at") WHERE told_at IS NULL AND state <> 'due';
