-- What the schema language cannot say.

-- The audit log is append-only, also for the application itself.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The few runs that are not over yet: what recovery looks through, however long the history.
CREATE INDEX run_open ON run (status, worker_id) WHERE status IN ('starting', 'running');

-- One active slug an organisation.
CREATE UNIQUE INDEX org_slug_active ON org_slug (org_id) WHERE is_active;
