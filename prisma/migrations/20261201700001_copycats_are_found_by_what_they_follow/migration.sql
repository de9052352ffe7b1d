-- Only copycats are looked up by the command that they follow. With all other commands in this index, Postgres took it
-- to find those that follow none, which are nearly all of an organization's.

DROP INDEX "command_org_id_follows_command_id_idx";
CREATE INDEX command_of_copycats ON command (org_id, follows_command_id) WHERE follows_command_id IS NOT NULL;
