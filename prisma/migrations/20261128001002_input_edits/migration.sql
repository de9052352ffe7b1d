-- What engineers changed of a template's inputs themselves: added, deleted, renamed, given another type.
ALTER TABLE "template" ADD COLUMN "input_edits" JSONB NOT NULL DEFAULT '[]';
