-- Addresses that start commands with values from what is sent to them.
CREATE TABLE "webhook" (
    "webhook_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "owner_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "public_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "paused_reason" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "confirmed_word" TEXT,
    "unsigned_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_by_user_id" TEXT NOT NULL,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("webhook_id")
);

CREATE TABLE "webhook_input" (
    "webhook_input_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "input_id" INTEGER NOT NULL,
    "path" TEXT,
    "value" TEXT,
    "sealed_value" BYTEA,

    CONSTRAINT "webhook_input_pkey" PRIMARY KEY ("webhook_input_id"),
    CONSTRAINT "webhook_input_has_one_origin" CHECK (num_nonnulls(path, value, sealed_value) = 1)
);

CREATE TABLE "webhook_delivery" (
    "webhook_delivery_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "delivery_key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "run_id" INTEGER,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("webhook_delivery_id"),
    CONSTRAINT "webhook_delivery_state_check" CHECK (CASE state WHEN 'started' THEN run_id IS NOT NULL WHEN 'refused' THEN reason IS NOT NULL ELSE false END)
);

CREATE TABLE "webhook_signature" (
    "webhook_id" INTEGER NOT NULL,
    "signature" TEXT NOT NULL,
    "webhook_delivery_id" INTEGER NOT NULL,

    CONSTRAINT "webhook_signature_pkey" PRIMARY KEY ("webhook_id","signature")
);

CREATE UNIQUE INDEX "webhook_public_id_key" ON "webhook"("public_id");
CREATE INDEX "webhook_org_id_command_id_idx" ON "webhook"("org_id", "command_id");
CREATE UNIQUE INDEX "webhook_org_id_webhook_id_key" ON "webhook"("org_id", "webhook_id");
CREATE UNIQUE INDEX "webhook_input_webhook_id_input_id_key" ON "webhook_input"("webhook_id", "input_id");
CREATE UNIQUE INDEX "webhook_delivery_webhook_id_delivery_key_key" ON "webhook_delivery"("webhook_id", "delivery_key");
CREATE INDEX "webhook_delivery_webhook_id_webhook_delivery_id_idx" ON "webhook_delivery"("webhook_id", "webhook_delivery_id" DESC);
CREATE INDEX "webhook_delivery_received_at_idx" ON "webhook_delivery"("received_at");
CREATE INDEX "webhook_signature_webhook_delivery_id_idx" ON "webhook_signature"("webhook_delivery_id");

ALTER TABLE "webhook" ADD CONSTRAINT "webhook_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_owner_user_id_fkey" FOREIGN KEY ("owner_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_modified_by_user_id_fkey" FOREIGN KEY ("modified_by_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_input" ADD CONSTRAINT "webhook_input_org_id_webhook_id_fkey" FOREIGN KEY ("org_id", "webhook_id") REFERENCES "webhook"("org_id", "webhook_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_input" ADD CONSTRAINT "webhook_input_org_id_input_id_fkey" FOREIGN KEY ("org_id", "input_id") REFERENCES "command_input"("org_id", "input_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_org_id_webhook_id_fkey" FOREIGN KEY ("org_id", "webhook_id") REFERENCES "webhook"("org_id", "webhook_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_signature" ADD CONSTRAINT "webhook_signature_webhook_delivery_id_fkey" FOREIGN KEY ("webhook_delivery_id") REFERENCES "webhook_delivery"("webhook_delivery_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The bell about one that was paused.
ALTER TYPE "notification_kind" ADD VALUE 'webhook_paused';
