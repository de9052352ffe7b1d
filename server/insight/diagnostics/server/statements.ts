import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { POOL_NAME } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { deservesALook, fact, isWell, type ServerChecker, seconds } from './server-finding';

const SLOW_SECONDS = 5;
const VERY_SLOW_SECONDS = 60;
const MOST_ROWS = 10;
const LONGEST_TEXT = 300;

/**
 * Statements that take long now, and those that took longest on average where the extension pg_stat_statements counts
 * them. Our own bind their values, and the extension leaves them out; of other programs, only the time is shown.
 */
export const checkStatements: ServerChecker = async () => {
  const running = await query(
    { age: column.int, wait: column.text.nullable(), is_blocked: column.boolean, text: column.text },
    statement`select extract(epoch from now() - query_start)::int as age,
        nullif(concat_ws(' ', wait_event_type, wait_event), '') as wait,
        cardinality(pg_blocking_pids(pid)) > 0 as is_blocked,
        case when usename = current_user and application_name = ${POOL_NAME} then left(query, ${LONGEST_TEXT}) else 'of another program' end as text
      from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
        and backend_type = 'client backend' and query_start < now() - make_interval(secs => ${SLOW_SECONDS})
      order by query_start limit ${MOST_ROWS}`,
  );
  const slowest = await readSlowest();
  const blocked = running.filter(({ is_blocked }) => is_blocked).length;
  const oldest = Math.max(0, ...running.map(({ age }) => age));
  const more = {
    facts: [
      fact(`Running for more than ${SLOW_SECONDS} s`, running.length),
      fact('Longest', seconds(oldest)),
      fact('Waiting for a lock', blocked),
      fact('Counted by pg_stat_statements', slowest === null ? 'no' : 'yes'),
    ],
    tables: [
      {
        title: 'Running now',
        columns: ['For', 'Waits for', 'Statement'],
        rows: running.map(({ age, wait, text }) => [seconds(age), wait ?? '–', oneLine(text)]),
      },
      ...(slowest === null ? [] : [slowest]),
    ],
  };
  return verdictOn({ running: running.length, blocked, oldest }, more);
};

/**
 * Whether statements that have been running for `SLOW_SECONDS` deserve a look: one of them waits for another, or takes
 * longer than any of ours should. `oldest` counts seconds.
 */
export function verdictOn(
  { running, blocked, oldest }: { running: number; blocked: number; oldest: number },
  more?: Parameters<typeof isWell>[1],
) {
  if (oldest < VERY_SLOW_SECONDS && blocked === 0) return isWell('No statement takes long.', more);
  const waiting = blocked === 0 ? '' : ` Waiting for a lock: ${blocked}.`;
  return deservesALook(
    `${counted(running, 'statement')} running, the longest for ${seconds(oldest)}.${waiting}`,
    more,
  );
}

/** The slowest on average; null where the extension isn't installed, or this role may not read it. */
async function readSlowest() {
  const [installed] = await query(
    { is_readable: column.boolean },
    statement`select exists (select from pg_extension where extname = 'pg_stat_statements')
      and has_table_privilege(to_regclass('pg_stat_statements'), 'select') as is_readable`,
  );
  if (installed?.is_readable !== true) return null;
  const rows = await query(
    { calls: column.int, mean_ms: column.int, text: column.text },
    // Statements of other kinds keep the values in their text.
    statement`select calls::bigint, mean_exec_time::int as mean_ms, left(query, ${LONGEST_TEXT}) as text
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and userid = current_user::regrole
        and query ~* '^\\s*(select|insert|update|delete|with)\\M'
      order by mean_exec_time desc limit ${MOST_ROWS}`,
  );
  return {
    title: 'Slowest on average',
    columns: ['Average', 'Calls', 'Statement'],
    rows: rows.map(({ calls, mean_ms, text }) => [`${mean_ms} ms`, String(calls), oneLine(text)]),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
