-- Tells whether a worker runs the same code as web.
ALTER TABLE "worker" ADD COLUMN "code_hash" TEXT;

-- Continues the trace of the request that put a run in line.
ALTER TABLE "open_run" ADD COLUMN "trace_parent" TEXT;
