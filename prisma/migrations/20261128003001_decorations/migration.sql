-- Follow-up buttons on rows, objects, and errors, which open another command with its form filled in.

-- CreateEnum
CREATE TYPE "decoration_kind" AS ENUM ('row', 'object');

-- CreateTable
CREATE TABLE "decoration" (
    "decoration_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "kind" "decoration_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "target_command_id" INTEGER NOT NULL,
    "result_set" INTEGER NOT NULL DEFAULT 0,
    "created_by_user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "decoration_pkey" PRIMARY KEY ("decoration_id")
);

-- CreateTable
CREATE TABLE "decoration_map" (
    "org_id" TEXT NOT NULL,
    "decoration_id" INTEGER NOT NULL,
    "input_id" INTEGER NOT NULL,
    "output_column_id" INTEGER NOT NULL,

    CONSTRAINT "decoration_map_pkey" PRIMARY KEY ("decoration_id","input_id")
);

-- CreateTable
CREATE TABLE "error_decoration" (
    "command_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "target_command_id" INTEGER NOT NULL,
    "created_by_user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "error_decoration_pkey" PRIMARY KEY ("command_id")
);

-- CreateIndex
CREATE INDEX "decoration_command_id_idx" ON "decoration"("command_id");

-- CreateIndex
CREATE INDEX "decoration_org_id_target_command_id_idx" ON "decoration"("org_id", "target_command_id");

-- CreateIndex
CREATE UNIQUE INDEX "decoration_org_id_decoration_id_key" ON "decoration"("org_id", "decoration_id");

-- CreateIndex
CREATE INDEX "decoration_map_org_id_input_id_idx" ON "decoration_map"("org_id", "input_id");

-- CreateIndex
CREATE INDEX "decoration_map_org_id_output_column_id_idx" ON "decoration_map"("org_id", "output_column_id");

-- CreateIndex
CREATE INDEX "error_decoration_org_id_target_command_id_idx" ON "error_decoration"("org_id", "target_command_id");

-- CreateIndex
CREATE UNIQUE INDEX "error_decoration_org_id_command_id_key" ON "error_decoration"("org_id", "command_id");

-- AddForeignKey
ALTER TABLE "decoration" ADD CONSTRAINT "decoration_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decoration" ADD CONSTRAINT "decoration_org_id_target_command_id_fkey" FOREIGN KEY ("org_id", "target_command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decoration_map" ADD CONSTRAINT "decoration_map_org_id_decoration_id_fkey" FOREIGN KEY ("org_id", "decoration_id") REFERENCES "decoration"("org_id", "decoration_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decoration_map" ADD CONSTRAINT "decoration_map_org_id_input_id_fkey" FOREIGN KEY ("org_id", "input_id") REFERENCES "command_input"("org_id", "input_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decoration_map" ADD CONSTRAINT "decoration_map_org_id_output_column_id_fkey" FOREIGN KEY ("org_id", "output_column_id") REFERENCES "output_column"("org_id", "output_column_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_decoration" ADD CONSTRAINT "error_decoration_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_decoration" ADD CONSTRAINT "error_decoration_org_id_target_command_id_fkey" FOREIGN KEY ("org_id", "target_command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;
