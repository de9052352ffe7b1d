-- What verifies the batches of a key that left ENCRYPTION_KEYS, sealed. Rotations store it.
CREATE TABLE "audit_chain_key" (
  "key_id" TEXT NOT NULL,
  "sealed_chain_key" BYTEA NOT NULL,
  CONSTRAINT "audit_chain_key_pkey" PRIMARY KEY ("key_id")
);
