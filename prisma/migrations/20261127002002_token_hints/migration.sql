-- AlterTable
ALTER TABLE "access_token" ADD COLUMN     "hint" TEXT;
