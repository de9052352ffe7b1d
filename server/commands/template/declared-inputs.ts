import statement, { type Sql as Statement } from 'sql-template-tag';
import type { TemplateInput } from '@/lib/inputs/input';
import { openDefault } from '@/lib/inputs/secret-values';

/** Described inputs as rows with their positions, in SQL. JSON's null becomes SQL's, and so does a secret's default. */
export const declaredInputs = (inputs: readonly TemplateInput[]): Statement => statement`
  select i.*, ordinality::int - 1 as position
  from rows from (jsonb_to_recordset(${JSON.stringify(inputs.map(withOpenDefault))}::jsonb) as (
    key text, type jsonb, "defaultValue" jsonb, "defaultExpression" text, "defaultAmbiguousInput" text,
    description text, "groupHeader" text, conditions jsonb, "isPrefilled" boolean
  )) with ordinality as i (key, type, default_value, default_expression, default_ambiguous_input, description,
    group_header, conditions, is_prefilled)`;

const withOpenDefault = (input: TemplateInput): TemplateInput => ({
  ...input,
  defaultValue: openDefault(input.type, input.defaultValue),
});
