-- Which connections a worker serves. A worker of the version before serves those without a tag, as it does.
ALTER TABLE "worker" ADD COLUMN "tags" TEXT[] DEFAULT ARRAY['default']::TEXT[];
