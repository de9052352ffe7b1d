/**
 * Described inputs as rows with their positions, in SQL. JSON's null becomes SQL's.
 *
 * @param parameter an SQL expression of the inputs as JSON, such as `$9`.
 */
export const declaredInputs = (parameter: string): string => `
  select i.*, ordinality::int - 1 as position
  from rows from (jsonb_to_recordset(${parameter}::jsonb) as (
    key text, type jsonb, "defaultValue" jsonb, "defaultExpression" text, "defaultAmbiguousInput" text,
    description text
  )) with ordinality as i (key, type, default_value, default_expression, default_ambiguous_input, description)`;
