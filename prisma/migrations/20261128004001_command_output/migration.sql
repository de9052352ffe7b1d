-- How a command's results are cut, shown and masked.
ALTER TABLE "command" ADD COLUMN "output_object_path" TEXT,
ADD COLUMN "output_display" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "masked_outputs" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "mask_revealers" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "is_chart_first" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "is_output_in_downloads" BOOLEAN NOT NULL DEFAULT false;
