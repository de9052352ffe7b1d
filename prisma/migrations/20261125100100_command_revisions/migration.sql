-- How a command was configured after each change. Nothing is filled in: the first change keeps the state before it, too.
CREATE TABLE "command_revision" (
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "change_type" TEXT,
    "changed_by_user_id" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "restored_version" INTEGER,
    "content" JSONB NOT NULL,

    CONSTRAINT "command_revision_pkey" PRIMARY KEY ("command_id","version")
);

ALTER TABLE "command_revision" ADD CONSTRAINT "command_revision_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;
