-- Batches of audit rows, each with a keyed hash over its rows and over the batch before it. Workers write them.
CREATE TABLE "audit_chain" (
  "last_event_id" BIGINT NOT NULL,
  "after_event_id" BIGINT NOT NULL,
  "row_count" INTEGER NOT NULL,
  "key_id" TEXT NOT NULL,
  "hash" BYTEA NOT NULL,
  "row_marks" BYTEA NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("last_event_id")
);

-- No two batches follow the same one, whatever workers do at once.
CREATE UNIQUE INDEX "audit_chain_after_event_id_key" ON "audit_chain"("after_event_id");

CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
