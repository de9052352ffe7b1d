-- Which rows of a result have a button. A column with a constant default is added without rewriting the table.
ALTER TABLE "decoration" ADD COLUMN "shown_when" JSONB NOT NULL DEFAULT '[]';
