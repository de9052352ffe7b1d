-- AlterTable
ALTER TABLE "session" ADD COLUMN     "address" TEXT,
ADD COLUMN     "device" TEXT,
ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "longest_idle_ms" BIGINT NOT NULL DEFAULT 0;
