-- The values that a command runs with on startup hold no secrets any more: a secret is the default of its input, which is
-- sealed. What exists is put aside for the worker that seals defaults, unless the input has a default of its own.
UPDATE command_input i
SET unsealed_default = t.run_on_startup_values -> ti.key, default_value = '{"is_set": true}',
  default_value_source = 'user', use_default_value = true
FROM template_input ti
JOIN template t ON t.org_id = ti.org_id AND t.template_id = ti.template_id
WHERE ti.org_id = i.org_id AND ti.template_input_id = i.template_input_id
  AND t.run_on_startup_values ? ti.key AND t.run_on_startup_values -> ti.key <> 'null'
  AND coalesce(i.default_value, 'null') = 'null' AND i.sealed_default IS NULL AND i.unsealed_default IS NULL
  AND jsonb_path_exists(ti.type, '$.**.inputType ? (@ == "password")');

UPDATE template t
SET run_on_startup_values = t.run_on_startup_values - (
  SELECT array_agg(ti.key) FROM template_input ti
  WHERE ti.org_id = t.org_id AND ti.template_id = t.template_id
    AND jsonb_path_exists(ti.type, '$.**.inputType ? (@ == "password")'))
WHERE jsonb_typeof(t.run_on_startup_values) = 'object' AND EXISTS (
  SELECT FROM template_input ti
  WHERE ti.org_id = t.org_id AND ti.template_id = t.template_id AND t.run_on_startup_values ? ti.key
    AND jsonb_path_exists(ti.type, '$.**.inputType ? (@ == "password")'));
