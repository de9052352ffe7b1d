-- What the start of a run reads hardly ever changes, so a process remembers it. The changes of an organization or a person
-- are the set of its rows here, of which each change replaces one by another: what was read while the set was the same
-- is still true. The ids are random, so a set never comes back, not even after a crash or on a former standby.
CREATE TABLE "last_change" (
    "of_id" TEXT NOT NULL,
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    CONSTRAINT "last_change_pkey" PRIMARY KEY ("of_id", "change_id")
);

-- Waits for no other transaction: rows that another one replaces are left to it, and there are two for a while.
CREATE FUNCTION note_change(changed_id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Others see all of a transaction or nothing of it, so its first change is enough.
  IF EXISTS (SELECT FROM last_change WHERE of_id = changed_id AND xmin = pg_current_xact_id()::xid) THEN
    RETURN;
  END IF;
  DELETE FROM last_change WHERE (of_id, change_id) IN (
    SELECT l.of_id, l.change_id FROM last_change l WHERE l.of_id = changed_id FOR UPDATE SKIP LOCKED);
  INSERT INTO last_change (of_id) VALUES (changed_id);
END $$;

-- Each trigger is named for what it does, so that a test can tell which tables have one for which changes.
CREATE FUNCTION note_changes_of_orgs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(org_id) FROM (SELECT DISTINCT org_id FROM changed) orgs;
  RETURN NULL;
END $$;
CREATE FUNCTION note_changes_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(id) FROM (SELECT org_id AS id FROM changed UNION SELECT user_id FROM changed) ids;
  RETURN NULL;
END $$;
CREATE FUNCTION note_change_of_org() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(OLD.org_id);
  RETURN NULL;
END $$;
CREATE FUNCTION note_change_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(OLD.user_id);
  RETURN NULL;
END $$;

-- Tables of which a statement may change thousands of rows.
DO $$
DECLARE
  of_table text;
  noting text;
BEGIN
  FOREACH of_table IN ARRAY ARRAY['membership', 'command_user_grant', 'command_group_grant', 'folder_user_grant',
    'folder_group_grant', 'group_member', 'command', 'template', 'command_input', 'template_input', 'dropdown'] LOOP
    noting := CASE of_table WHEN 'membership' THEN 'note_changes_of_members' ELSE 'note_changes_of_orgs' END;
    EXECUTE format('CREATE TRIGGER note_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', of_table, noting);
    EXECUTE format('CREATE TRIGGER note_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', of_table, noting);
    EXECUTE format('CREATE TRIGGER note_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', of_table, noting);
  END LOOP;
END $$;

-- Tables that are written all the time, of which only this matters to what was read; a new row to nothing.
CREATE TRIGGER note_update AFTER UPDATE OF required_issuer, inactivity_hours ON org
  FOR EACH ROW EXECUTE FUNCTION note_change_of_org();
CREATE TRIGGER note_delete AFTER DELETE ON org FOR EACH ROW EXECUTE FUNCTION note_change_of_org();
CREATE TRIGGER note_update AFTER UPDATE OF source_kind, settings, sealed_secrets, is_builtin, version, deleted_at ON credential
  FOR EACH ROW EXECUTE FUNCTION note_change_of_org();
CREATE TRIGGER note_delete AFTER DELETE ON credential FOR EACH ROW EXECUTE FUNCTION note_change_of_org();
CREATE TRIGGER note_update AFTER UPDATE OF name, email, service_org_id ON "user"
  FOR EACH ROW EXECUTE FUNCTION note_change_of_user();
CREATE TRIGGER note_delete AFTER DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION note_change_of_user();
CREATE TRIGGER note_update AFTER UPDATE OF token_hash, user_id, expires_at, issuer ON session
  FOR EACH ROW EXECUTE FUNCTION note_change_of_user();
CREATE TRIGGER note_delete AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION note_change_of_user();
CREATE TRIGGER note_update AFTER UPDATE OF token_id, token_hash, user_id, scope, allows_unasked, issuer, audience, expires_at
  ON access_token FOR EACH ROW EXECUTE FUNCTION note_change_of_user();
CREATE TRIGGER note_delete AFTER DELETE ON access_token FOR EACH ROW EXECUTE FUNCTION note_change_of_user();
