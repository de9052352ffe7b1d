-- DropIndex
DROP INDEX "template_org_id_cloud_id_key";

-- DropIndex
DROP INDEX "template_org_id_credential_id_idx";

-- AlterTable
ALTER TABLE "template" ADD COLUMN     "static_command_source_id" INTEGER;

-- CreateTable
CREATE TABLE "static_command_source" (
    "static_command_source_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "credential_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "filename" TEXT,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uploaded_by_user_id" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "static_command_source_pkey" PRIMARY KEY ("static_command_source_id")
);

-- CreateTable
CREATE TABLE "static_command" (
    "org_id" TEXT NOT NULL,
    "static_command_source_id" INTEGER NOT NULL,
    "cloud_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "cloud_name" TEXT NOT NULL,
    "friendly_name" TEXT NOT NULL,
    "description" TEXT,
    "traits" TEXT[],
    "inputs" JSONB NOT NULL,
    "executable" JSONB NOT NULL,

    CONSTRAINT "static_command_pkey" PRIMARY KEY ("org_id","static_command_source_id","cloud_id")
);

-- CreateIndex
CREATE INDEX "static_command_source_org_id_credential_id_idx" ON "static_command_source"("org_id", "credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "static_command_source_org_id_static_command_source_id_key" ON "static_command_source"("org_id", "static_command_source_id");

-- CreateIndex
CREATE UNIQUE INDEX "static_command_source_org_id_kind_title_server_key" ON "static_command_source"("org_id", "kind", "title", "server");

-- CreateIndex
CREATE INDEX "template_org_id_static_command_source_id_idx" ON "template"("org_id", "static_command_source_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_org_id_credential_id_cloud_id_key" ON "template"("org_id", "credential_id", "cloud_id");

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template_org_id_static_command_source_id_fkey" FOREIGN KEY ("org_id", "static_command_source_id") REFERENCES "static_command_source"("org_id", "static_command_source_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "static_command_source" ADD CONSTRAINT "static_command_source_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "static_command_source" ADD CONSTRAINT "static_command_source_org_id_credential_id_fkey" FOREIGN KEY ("org_id", "credential_id") REFERENCES "credential"("org_id", "credential_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "static_command" ADD CONSTRAINT "static_command_org_id_static_command_source_id_fkey" FOREIGN KEY ("org_id", "static_command_source_id") REFERENCES "static_command_source"("org_id", "static_command_source_id") ON DELETE CASCADE ON UPDATE CASCADE;
