import statement from 'sql-template-tag';
import { execute } from '@/server/base/database/statements';

const KEPT_DAYS = 400;

/** Records how large each table is, once a day however often it is called, and forgets what is older than a year. */
export async function measureTables(): Promise<void> {
  await execute(
    statement`insert into table_size (table_name, measured_on, size_bytes)
      select relname, current_date, pg_total_relation_size(oid) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not exists (select from table_size where measured_on = current_date)
      on conflict do nothing`,
  );
  await execute(statement`delete from table_size where measured_on < current_date - ${KEPT_DAYS}::int`);
}
