import statement, { type Sql as Statement } from 'sql-template-tag';

/** When a source is looked at next, from now; null if no schedule says so. `every` as `look_every` has it. */
export const nextLook = (every: Statement): Statement => statement`(case ${every}
  when 'hourly' then now() + interval '1 hour' when 'daily' then now() + interval '1 day' end)`;
