-- Whether the source itself sends an input's default, as the requests of a collection do, so that forms open with it.
ALTER TABLE "template_input" ADD COLUMN "is_prefilled" BOOLEAN NOT NULL DEFAULT false;
