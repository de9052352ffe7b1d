-- A session may have lost its way into an organization: open streams are checked at once, as when a session ends.
CREATE TRIGGER sign_in_policy_changed AFTER UPDATE OF required_issuer, inactivity_hours ON org
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_ended();
