-- What a source says of groups of inputs, and of when it takes one.
ALTER TABLE "template_input" ADD COLUMN "group_header" TEXT, ADD COLUMN "conditions" JSONB;
