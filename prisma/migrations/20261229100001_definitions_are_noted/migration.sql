-- Workers remember definitions, which change only when what an earlier version stored in them is sealed.
CREATE TRIGGER note_update AFTER UPDATE OF content ON run_definition
  FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION note_change_of_org();
