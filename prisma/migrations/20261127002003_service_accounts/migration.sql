-- A service account belongs to its own organization, and is never an admin, whoever writes the row.
CREATE FUNCTION guard_service_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "user" u
    WHERE u.user_id = NEW.user_id AND u.service_org_id IS NOT NULL
      AND (u.service_org_id <> NEW.org_id OR NEW.role <> 'member')
  ) THEN
    RAISE EXCEPTION 'A service account is a member of its own organization, and never an admin'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER service_membership BEFORE INSERT OR UPDATE ON membership
  FOR EACH ROW EXECUTE FUNCTION guard_service_membership();

-- Streams that a token opened end with it, as those of a session do.
CREATE TRIGGER access_token_ended AFTER DELETE ON access_token
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_ended();
