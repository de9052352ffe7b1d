-- A copycat: a command of a runner's own that follows the configuration of another one.
ALTER TABLE "command" ADD COLUMN "follows_command_id" INTEGER,
ADD CONSTRAINT "command_follows_fkey" FOREIGN KEY ("org_id", "follows_command_id")
  REFERENCES "command" ("org_id", "command_id") ON DELETE NO ACTION ON UPDATE NO ACTION,
ADD CONSTRAINT "command_copycat_is_never_published" CHECK ("follows_command_id" IS NULL OR ("visibility" = 'org' AND NOT "is_hidden"));
CREATE INDEX "command_org_id_follows_command_id_idx" ON "command" ("org_id", "follows_command_id");
