-- The secret before the present one, which counts for a while after it was replaced.
ALTER TABLE "webhook" ADD COLUMN "sealed_previous_secret" BYTEA, ADD COLUMN "previous_secret_ends_at" TIMESTAMPTZ(3);
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_previous_secret_check" CHECK (num_nonnulls(sealed_previous_secret, previous_secret_ends_at) <> 1);
