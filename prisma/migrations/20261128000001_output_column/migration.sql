-- The columns and fields of a command's results, learned as it runs.

-- CreateTable
CREATE TABLE "output_column" (
    "output_column_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "result_set" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "is_present" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "output_column_pkey" PRIMARY KEY ("output_column_id"),
    CONSTRAINT "output_column_kind" CHECK ("kind" IN ('column', 'field'))
);

-- CreateIndex
CREATE UNIQUE INDEX "output_column_org_id_output_column_id_key" ON "output_column"("org_id", "output_column_id");

-- CreateIndex
CREATE UNIQUE INDEX "output_column_command_id_kind_result_set_path_key" ON "output_column"("command_id", "kind", "result_set", "path");

-- AddForeignKey
ALTER TABLE "output_column" ADD CONSTRAINT "output_column_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;
