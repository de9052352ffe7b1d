import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * The columns that a button needs and that the last result no longer had, by name: those that it fills from, and those that
 * decide which rows have it. `decoration` is its alias.
 */
export const goneOutputs = (decoration: Statement): Statement => statement`array(
  select o.path from decoration_map m
  join output_column o on o.org_id = m.org_id and o.output_column_id = m.output_column_id
  where m.org_id = ${decoration}.org_id and m.decoration_id = ${decoration}.decoration_id and not o.is_present
  union
  select term ->> 'key' from jsonb_array_elements(${decoration}.shown_when) term
  where not exists (select from output_column o where o.org_id = ${decoration}.org_id
    and o.command_id = ${decoration}.command_id and o.kind = 'column' and o.result_set = ${decoration}.result_set
    and o.path = term ->> 'key' and o.is_present)
  order by 1)`;
