-- Addresses that sources call when something is pushed there.
CREATE TABLE "push_webhook" (
    "credential_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "public_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_called_at" TIMESTAMPTZ(3),
    "unsigned_at" TIMESTAMPTZ(3),
    "last_push_at" TIMESTAMPTZ(3),
    "last_push_commit" TEXT,

    CONSTRAINT "push_webhook_pkey" PRIMARY KEY ("credential_id")
);

CREATE TABLE "push_delivery" (
    "credential_id" INTEGER NOT NULL,
    "delivery_key" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_delivery_pkey" PRIMARY KEY ("credential_id","delivery_key")
);

CREATE UNIQUE INDEX "push_webhook_public_id_key" ON "push_webhook"("public_id");
CREATE UNIQUE INDEX "push_webhook_org_id_credential_id_key" ON "push_webhook"("org_id", "credential_id");
CREATE UNIQUE INDEX "push_delivery_credential_id_signature_key" ON "push_delivery"("credential_id", "signature");
CREATE INDEX "push_delivery_received_at_idx" ON "push_delivery"("received_at");

ALTER TABLE "push_webhook" ADD CONSTRAINT "push_webhook_org_id_credential_id_fkey" FOREIGN KEY ("org_id", "credential_id") REFERENCES "credential"("org_id", "credential_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "push_webhook"("credential_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What changed at its source since the last sync.
ALTER TABLE "template" ADD COLUMN "source_changed_at" TIMESTAMPTZ(3), ADD COLUMN "source_change_is_certain" BOOLEAN,
    ADD CONSTRAINT "template_source_change_is_whole" CHECK (("source_changed_at" IS NULL) = ("source_change_is_certain" IS NULL));

-- The bell about it.
ALTER TYPE "notification_kind" ADD VALUE 'source_changed';
ALTER TABLE "notification" ADD COLUMN "other_count" INTEGER NOT NULL DEFAULT 0;
