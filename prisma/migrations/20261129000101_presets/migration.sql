-- Named sets of values for the forms of commands.

-- CreateTable
CREATE TABLE "preset" (
    "preset_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "owner_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "values" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "preset_pkey" PRIMARY KEY ("preset_id")
);

-- CreateIndex
CREATE INDEX "preset_org_id_command_id_idx" ON "preset"("org_id", "command_id");

-- CreateIndex
CREATE UNIQUE INDEX "preset_org_id_preset_id_key" ON "preset"("org_id", "preset_id");

-- Shared presets of a command have different names, and so have each person's own.
CREATE UNIQUE INDEX "preset_shared_name" ON "preset"("command_id", lower("name")) WHERE "is_shared";
CREATE UNIQUE INDEX "preset_own_name" ON "preset"("command_id", "owner_user_id", lower("name")) WHERE NOT "is_shared";

-- AddForeignKey
ALTER TABLE "preset" ADD CONSTRAINT "preset_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;
