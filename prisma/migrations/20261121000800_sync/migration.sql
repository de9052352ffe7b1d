-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "template" ADD COLUMN     "friendly_name" TEXT,
ADD COLUMN     "likeness" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "sync_ignore" (
    "ignore_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "cloud_id" TEXT NOT NULL,
    "ignored_by_user_id" TEXT,
    "ignored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_ignore_pkey" PRIMARY KEY ("ignore_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sync_ignore_org_id_cloud_id_key" ON "sync_ignore"("org_id", "cloud_id");

-- AddForeignKey
ALTER TABLE "sync_ignore" ADD CONSTRAINT "sync_ignore_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "static_command" ADD COLUMN     "likeness" TEXT[] DEFAULT ARRAY[]::TEXT[];
