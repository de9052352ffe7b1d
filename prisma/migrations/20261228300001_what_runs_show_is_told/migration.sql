-- A process remembers what runs show of their command, and to whom, until it is told of a change. What takes access away
-- is told already (`access_changed`); this tells the rest: what gives access, and any change of a command.
CREATE FUNCTION tell_shown_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shown_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER command_shown_changed AFTER UPDATE OR DELETE ON command
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
CREATE TRIGGER membership_given AFTER INSERT ON membership
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
CREATE TRIGGER command_user_grant_given AFTER INSERT ON command_user_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
CREATE TRIGGER command_group_grant_given AFTER INSERT ON command_group_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
CREATE TRIGGER folder_user_grant_given AFTER INSERT ON folder_user_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
CREATE TRIGGER folder_group_grant_given AFTER INSERT ON folder_group_grant
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
CREATE TRIGGER group_member_given AFTER INSERT ON group_member
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_changed();
