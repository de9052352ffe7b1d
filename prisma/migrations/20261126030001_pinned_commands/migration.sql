-- The commands that a person keeps at the top of their library.
CREATE TABLE "pinned_command" (
    "user_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "pinned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pinned_command_pkey" PRIMARY KEY ("user_id", "command_id")
);

-- CreateIndex
CREATE INDEX "pinned_command_org_id_command_id_idx" ON "pinned_command"("org_id", "command_id");

-- AddForeignKey
ALTER TABLE "pinned_command" ADD CONSTRAINT "pinned_command_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pinned_command" ADD CONSTRAINT "pinned_command_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
