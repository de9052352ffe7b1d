-- The keys that sign receipts of runs, and what receipts say about results.

-- CreateTable
CREATE TABLE "receipt_key" (
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "sealed_private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_key_pkey" PRIMARY KEY ("key_id")
);

-- AlterTable
ALTER TABLE "run" ADD COLUMN "result_hash" BYTEA;
