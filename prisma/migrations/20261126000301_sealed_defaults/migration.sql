-- The default of an input that holds a secret is sealed; in its place stands a mark. The key is the application's, so
-- what exists is put aside, where nothing reads it but runs, and a worker seals it in batches.
ALTER TABLE "command_input" ADD COLUMN "sealed_default" BYTEA, ADD COLUMN "unsealed_default" JSONB;

-- It is the engineers' own from now on: sources declare no secrets any more.
UPDATE command_input i
SET unsealed_default = i.default_value, default_value = '{"is_set": true}', default_value_source = 'user'
FROM template_input ti
WHERE ti.org_id = i.org_id AND ti.template_input_id = i.template_input_id
  AND i.default_value <> 'null' AND jsonb_path_exists(ti.type, '$.**.inputType ? (@ == "password")');

CREATE INDEX command_input_unsealed ON command_input (input_id) WHERE unsealed_default IS NOT NULL;

UPDATE template_input SET default_value = NULL
WHERE default_value IS NOT NULL AND jsonb_path_exists(type, '$.**.inputType ? (@ == "password")');

UPDATE static_command SET inputs = (
  SELECT jsonb_agg(
    CASE WHEN jsonb_path_exists(input -> 'type', '$.**.inputType ? (@ == "password")')
      THEN input || '{"defaultValue": null}' ELSE input END ORDER BY place)
  FROM jsonb_array_elements(inputs) WITH ORDINALITY AS declared (input, place))
WHERE jsonb_path_exists(inputs, '$[*] ? (exists (@.type.**.inputType ? (@ == "password")) && @.defaultValue != null)');

-- The audit log named such defaults. They are redacted this once; its guard is back before anything else can write.
ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only;

-- Of an input that is gone, nothing says that its default was no secret.
UPDATE audit_event e
SET before = CASE WHEN e.before -> 'default_value' <> 'null'
    THEN e.before || '{"default_value": {"is_set": true}}' ELSE e.before END,
  after = CASE WHEN e.after -> 'default_value' <> 'null'
    THEN e.after || '{"default_value": {"is_set": true}}' ELSE e.after END
WHERE e.action = 'input.update' AND (e.before ? 'default_value' OR e.after ? 'default_value')
  AND NOT EXISTS (
    SELECT FROM command_input i
    JOIN template_input ti ON ti.org_id = i.org_id AND ti.template_input_id = i.template_input_id
    WHERE i.org_id = e.org_id AND i.input_id = (e.after ->> 'input_id')::int
      AND NOT jsonb_path_exists(ti.type, '$.**.inputType ? (@ == "password")'));

-- Syncs tell of an input by its key, within a list.
WITH told AS (
  SELECT e.audit_event_id, jsonb_agg(
    CASE WHEN secret.key IS NULL AND coalesce(change -> 'after' ->> 'type_id', change -> 'before' ->> 'type_id', '')
        NOT LIKE '%password%' THEN change
      WHEN change ->> 'change' = 'default' THEN change
        || CASE WHEN change -> 'before' <> 'null' THEN '{"before": {"is_set": true}}' ELSE '{}'::jsonb END
        || CASE WHEN change -> 'after' <> 'null' THEN '{"after": {"is_set": true}}' ELSE '{}'::jsonb END
      WHEN change ->> 'change' IN ('added', 'removed') THEN change
        || CASE WHEN change #> '{before,default}' <> 'null'
          THEN jsonb_build_object('before', change -> 'before' || '{"default": {"is_set": true}}') ELSE '{}' END
        || CASE WHEN change #> '{after,default}' <> 'null'
          THEN jsonb_build_object('after', change -> 'after' || '{"default": {"is_set": true}}') ELSE '{}' END
      ELSE change END ORDER BY place) AS changes
  FROM audit_event e
  CROSS JOIN jsonb_array_elements(e.after -> 'changes') WITH ORDINALITY AS listed (change, place)
  LEFT JOIN template_input secret ON secret.org_id = e.org_id AND secret.template_id::text = e.subject_id
    AND secret.key = change ->> 'key' AND jsonb_path_exists(secret.type, '$.**.inputType ? (@ == "password")')
  WHERE e.action IN ('template.sync', 'template.undelete') AND jsonb_typeof(e.after -> 'changes') = 'array'
  GROUP BY e.audit_event_id)
UPDATE audit_event e SET after = e.after || jsonb_build_object('changes', told.changes)
FROM told WHERE told.audit_event_id = e.audit_event_id AND told.changes <> e.after -> 'changes';

ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only;
