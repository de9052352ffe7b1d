-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN     "made_id" INTEGER;
