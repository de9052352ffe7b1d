-- CreateTable
CREATE TABLE "recent_command" (
    "recent_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "last_viewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recent_command_pkey" PRIMARY KEY ("recent_id")
);

-- CreateIndex
CREATE INDEX "recent_command_org_id_command_id_idx" ON "recent_command"("org_id", "command_id");

-- CreateIndex
CREATE UNIQUE INDEX "recent_command_org_id_user_id_command_id_key" ON "recent_command"("org_id", "user_id", "command_id");

-- AddForeignKey
ALTER TABLE "recent_command" ADD CONSTRAINT "recent_command_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recent_command" ADD CONSTRAINT "recent_command_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
