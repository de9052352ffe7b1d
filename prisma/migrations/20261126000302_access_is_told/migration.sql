-- Whoever loses access while a stream is open is noticed at once. Triggers tell, so that no change can forget to.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', '');
  RETURN NULL;
END $$;
CREATE FUNCTION tell_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER session_ended AFTER DELETE ON session FOR EACH STATEMENT EXECUTE FUNCTION tell_session_ended();

CREATE TRIGGER membership_changed AFTER UPDATE OR DELETE ON membership
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER command_user_grant_changed AFTER UPDATE OR DELETE ON command_user_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER command_group_grant_changed AFTER UPDATE OR DELETE ON command_group_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER folder_user_grant_changed AFTER UPDATE OR DELETE ON folder_user_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER folder_group_grant_changed AFTER UPDATE OR DELETE ON folder_group_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER group_member_changed AFTER UPDATE OR DELETE ON group_member
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER command_access_changed AFTER UPDATE OF deleted_at, folder_id, visibility ON command
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
