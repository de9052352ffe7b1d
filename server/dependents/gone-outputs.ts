import statement, { type Sql as Statement } from 'sql-template-tag';

/** The columns that a button fills from and that the last result no longer had, by name. `decoration` is its alias. */
export const goneOutputs = (decoration: Statement): Statement => statement`array(
  select distinct o.path from decoration_map m
  join output_column o on o.org_id = m.org_id and o.output_column_id = m.output_column_id
  where m.org_id = ${decoration}.org_id and m.decoration_id = ${decoration}.decoration_id and not o.is_present
  order by o.path)`;
