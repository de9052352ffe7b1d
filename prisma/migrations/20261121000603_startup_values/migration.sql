-- AlterTable
ALTER TABLE "template" ADD COLUMN     "run_on_startup" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "run_on_startup_values" JSONB;

-- CreateTable
CREATE TABLE "startup_value" (
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "values" TEXT NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "startup_value_pkey" PRIMARY KEY ("user_id","org_id","command_id")
);

-- CreateIndex
CREATE INDEX "startup_value_org_id_command_id_idx" ON "startup_value"("org_id", "command_id");

-- AddForeignKey
ALTER TABLE "startup_value" ADD CONSTRAINT "startup_value_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "startup_value" ADD CONSTRAINT "startup_value_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Looked for whenever somebody comes to an organisation; few have any.
CREATE INDEX template_run_on_startup ON template (org_id) WHERE run_on_startup;
