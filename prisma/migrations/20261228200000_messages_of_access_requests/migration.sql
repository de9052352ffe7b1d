-- What a person writes to the engineers whom they ask for access; null for requests of earlier releases.

-- AlterTable
ALTER TABLE "access_request" ADD COLUMN "message" TEXT;
