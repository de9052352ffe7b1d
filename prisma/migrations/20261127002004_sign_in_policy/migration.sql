-- AlterTable
ALTER TABLE "org" ADD COLUMN     "inactivity_hours" INTEGER,
ADD COLUMN     "required_issuer" TEXT;
