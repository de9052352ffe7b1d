import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { pool } from '@/server/base/database/db';
import { type ReplicaState, replicaLagSeconds, replicaState } from '@/server/base/database/replica';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { findMissingKeys, missingKeyWords } from '@/server/base/installation/missing-keys';
import { bytes, deservesALook, fact, isBroken, isWell, percent, type ServerChecker } from './server-finding';

const MOST_TABLES = 20;
const GROWTH_DAYS = 7;
/** From here on, the server may refuse new connections soon. */
const MOST_CONNECTIONS_PERCENT = 80;
/** The last id of 32 bits. */
const LAST_NARROW_ID = 2_147_483_647;
/** From here on, it is time to plan a pause. */
const MOST_IDS_PERCENT = 50;

const TABLE = {
  name: column.text,
  size: column.int,
  rows: column.int,
  dead: column.int,
  before: column.int.nullable(),
  days: column.int.nullable(),
};

/** How large the database is, by table, and how much the tables grew in a week. */
export const checkDatabaseSize: ServerChecker = async () => {
  const [whole] = await query(
    {
      size: column.int,
      used: column.int,
      allowed: column.int,
      count: column.int,
      newest_run: column.int,
      is_wide: column.boolean,
    },
    statement`select pg_database_size(current_database()) as size,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as allowed,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as count,
      (select coalesce(max(run_id), 0)::bigint from run) as newest_run,
      (select atttypid = 'int8'::regtype from pg_attribute where attrelid = 'run'::regclass and attname = 'run_id') as is_wide`,
  );
  if (whole === undefined) throw new Error('There was no row of sizes');
  const tables = await readTables();
  const usedPercent = percent(whole.used, whole.allowed);
  const { totalCount, idleCount, waitingCount } = pool();
  const replica = replicaState();
  const more = {
    facts: [
      fact('Size', bytes(whole.size)),
      fact('Tables', whole.count),
      fact('Connections to the server', `${whole.used} of ${whole.allowed}`),
      fact('Connections of this process', `${totalCount - idleCount} busy, ${idleCount} idle`),
      fact('Waiting for one of them', waitingCount),
      fact('Ids of runs', idsOf(whole.newest_run, whole.is_wide)),
      ...(replica === null ? [] : [fact('Replica', replicaInWords(replica))]),
    ],
    tables: [
      {
        title: `Largest tables, with growth in up to ${GROWTH_DAYS} days`,
        columns: ['Table', 'Size', 'Rows, about', 'Dead rows', 'Growth'],
        rows: tables.map(rowOf),
      },
    ],
  };
  const missing = await findMissingKeys();
  if (missing.length > 0) return isBroken(missingKeyWords(missing), more);
  if (usedPercent >= MOST_CONNECTIONS_PERCENT) {
    return deservesALook(`${usedPercent}% of the connections that the server allows are in use.`, more);
  }
  if (replica !== null && replica.kind !== 'ready') {
    return deservesALook(
      `History, analytics, and the audit log are read at the primary: the replica is ${replicaInWords(replica)}. The log of web says why.`,
      more,
    );
  }
  if (!whole.is_wide && percent(whole.newest_run, LAST_NARROW_ID) >= MOST_IDS_PERCENT) {
    return deservesALook(
      `Runs have used ${percent(whole.newest_run, LAST_NARROW_ID)}% of the ids of 32 bits. Plan a pause for "npm start -- migrate --wide"; docs/operations.md says how.`,
      more,
    );
  }
  return isWell(`${bytes(whole.size)} in ${counted(whole.count, 'table')}.`, more);
};

const REPLICA_WORDS = {
  unknown: 'not checked yet',
  ready: 'up to date',
  behind: 'too far behind or too busy',
  away: 'out of reach, or not a standby of this database',
};

function replicaInWords(replica: Readonly<ReplicaState>): string {
  const lagSeconds = replicaLagSeconds(replica);
  const words = REPLICA_WORDS[replica.kind];
  return lagSeconds === null ? words : `${words}, ${lagSeconds.toFixed(lagSeconds < 1 ? 3 : 0)} s behind`;
}

const idsOf = (newest: number, isWide: boolean): string =>
  isWide
    ? '64 bits'
    : `32 bits, ${newest.toLocaleString('en-US')} of ${LAST_NARROW_ID.toLocaleString('en-US')} used`;

/** Growth counts from the newest size that is a week old, or else from the oldest that there is. */
const readTables = () =>
  query(
    TABLE,
    statement`select c.relname as name, pg_total_relation_size(c.oid) as size, (case when c.reltuples < 0 then coalesce(s.n_live_tup, 0) else c.reltuples end)::bigint as rows,
        coalesce(round(100.0 * s.n_dead_tup / nullif(s.n_dead_tup + s.n_live_tup, 0)), 0)::int as dead,
        earlier.size_bytes as before, (current_date - earlier.measured_on)::int as days
      from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
      left join lateral (
        select z.size_bytes, z.measured_on from table_size z
        where z.table_name = c.relname and z.measured_on < current_date
        order by z.measured_on > current_date - ${GROWTH_DAYS}::int,
          abs(z.measured_on - (current_date - ${GROWTH_DAYS}::int)) limit 1) earlier on true
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by 2 desc limit ${MOST_TABLES}`,
  );

function rowOf({ name, size, rows, dead, before, days }: RowOf<typeof TABLE>): string[] {
  return [name, bytes(size), rows.toLocaleString('en-US'), `${dead}%`, growthOf(size, before, days)];
}

function growthOf(size: number, before: number | null, days: number | null): string {
  if (before === null || days === null) return 'not known yet';
  const grown = size - before;
  const sign = grown < 0 ? '−' : '+';
  return `${sign}${bytes(Math.abs(grown))} in ${counted(days, 'day')}`;
}
