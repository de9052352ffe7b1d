-- The services that failed when a worker last called them.
ALTER TABLE "worker" ADD COLUMN "troubles" JSONB NOT NULL DEFAULT '[]';
