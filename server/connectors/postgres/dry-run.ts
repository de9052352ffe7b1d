import { DatabaseError } from 'pg';
import type { JsonValue } from '@/lib/base/json';
import type { DryRunReport } from '@/lib/results/result-facts';
import type { ResultSink } from '../result-sink';
import { kindOf, type Routine, runsInTransaction } from './executable';
import type { Session } from './session/session-pool';

/** A procedure that commits by itself can't be rolled back. */
export function dryRunRefusal(executable: JsonValue, own: JsonValue): string | null {
  const kind = kindOf(executable);
  if (kind === null) return 'This command was saved in an outdated format. Sync it first.';
  if (kind === 'function' || runsInTransaction(own)) return null;
  return 'This procedure may commit by itself, so it has no dry run. Switch on "Execute in a transaction" if it doesn\'t.';
}

/**
 * Does the work in a transaction, checks what would be checked at its end, reports what it would have changed, and rolls
 * it back, whatever happens.
 */
export async function inDryRun(
  session: Session,
  routine: Routine,
  sink: ResultSink,
  work: () => Promise<void>,
): Promise<void> {
  const { client } = session;
  await client.query('BEGIN');
  try {
    const before = await countsOf(session);
    await work();
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    sink.wouldChange(await reportOf(session, routine, before));
  } catch (error) {
    // Only a server error leaves the session usable; any other error discards it, and the server rolls back. If this
    // fails, the session is discarded as well: the error that matters is the first.
    if (error instanceof DatabaseError) await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  await client.query('ROLLBACK');
}

type Counts = Map<string, { inserted: number; updated: number; deleted: number }>;

interface CountRow {
  name: string;
  inserted: string;
  updated: string;
  deleted: string;
}

/** Rows that this session has changed and the statistics haven't taken over yet, by table. */
async function countsOf({ client }: Session): Promise<Counts> {
  const { rows } = await client.query<CountRow>(countsQuery);
  return new Map(
    rows.map(({ name, inserted, updated, deleted }) => [
      name,
      { inserted: Number(inserted), updated: Number(updated), deleted: Number(deleted) },
    ]),
  );
}

const countsQuery = `
select pg_catalog.format('%I.%I', schemaname, relname) as name, n_tup_ins as inserted, n_tup_upd as updated,
  n_tup_del as deleted
from pg_catalog.pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`;

async function reportOf(session: Session, routine: Routine, before: Counts): Promise<DryRunReport> {
  const after = await countsOf(session);
  const changes = [...after].map(([table, counts]) => {
    const earlier = before.get(table) ?? { inserted: 0, updated: 0, deleted: 0 };
    return {
      table,
      inserted: counts.inserted - earlier.inserted,
      updated: counts.updated - earlier.updated,
      deleted: counts.deleted - earlier.deleted,
    };
  });
  const total = (each: DryRunReport['changes'][number]) => each.inserted + each.updated + each.deleted;
  const byName = (one: string, other: string) => (one < other ? -1 : 1);
  return {
    changes: changes
      .filter((each) => total(each) > 0)
      .sort((one, other) => total(other) - total(one) || byName(one.table, other.table)),
    notUndone: await notUndone(session, routine),
  };
}

/** What this transaction has locked in a way that tells what it did: the locks last until its end. */
const locksQuery = `
select case when c.relkind = 'S' then 'sequence' when c.relkind = 'f' then 'foreign' else 'exclusive' end as what,
  pg_catalog.format('%I.%I', n.nspname, c.relname) as name
from pg_catalog.pg_locks l
join pg_catalog.pg_class c on c.oid = l.relation
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.granted
  and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and (c.relkind = 'S' and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock') or c.relkind = 'f'
    or c.relkind in ('r', 'p', 'm') and l.mode = 'AccessExclusiveLock')
group by 1, 2 order by 1, 2 limit 50`;

/** Ways out of the database that a rollback doesn't reach, by what a routine's text calls. */
const WAYS_OUT: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bdblink\w*\s*\(/i, 'dblink'],
  [/\bhttp(_get|_post|_put|_delete|_patch)?\s*\(|\bnet\.http_/i, 'HTTP'],
  [/\bcopy\b[^;]*\b(program|to\s+')/i, 'COPY to a program or file'],
  [/\blo_export\s*\(|\bpg_file_write\s*\(/i, 'a file of the server'],
];

/** Languages whose code can do anything on the server. */
const UNTRUSTED = new Set(['plpython3u', 'plperlu', 'pltclu', 'plsh', 'c']);

const sourceQuery = `
select p.prosrc as source, l.lanname as language from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_language l on l.oid = p.prolang
where n.nspname = $1 and p.proname = $2`;

/**
 * Ways out of the database that the role may take, in whatever its routine calls: of a routine's own text, only the first
 * level can be read. Code in C is left out where an extension brought it, but for those that lead out.
 */
const reachableQuery = `
select coalesce(e.extname, 'functions in ' || l.lanname) as way
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_language l on l.oid = p.prolang
left join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid
  and d.deptype = 'e' and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
left join pg_catalog.pg_extension e on e.oid = d.refobjid
where n.nspname not in ('pg_catalog', 'information_schema')
  and pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_function_privilege(p.oid, 'execute')
  and (e.extname in ('dblink', 'http', 'pg_net', 'pgsql-http', 'aws_lambda', 'aws_s3', 'pg_background', 'pg_cron')
    or e.oid is null and not l.lanpltrusted and l.lanname not in ('internal', 'sql'))
union
select 'foreign tables' where exists (
  select from pg_catalog.pg_foreign_table f where pg_catalog.has_table_privilege(f.ftrelid, 'insert, update, delete'))
union
select 'COPY to programs' where pg_catalog.pg_has_role('pg_execute_server_program', 'member')
order by 1`;

async function notUndone({ client }: Session, { schema, name }: Routine): Promise<string[]> {
  const { rows: locks } = await client.query<{ what: string; name: string }>(locksQuery);
  const sources = await client.query<{ source: string; language: string }>(sourceQuery, [schema, name]);
  const called = WAYS_OUT.filter(([pattern]) => sources.rows.some(({ source }) => pattern.test(source)));
  const { rows: reachable } = await client.query<{ way: string }>(reachableQuery);
  const ways = reachable.map(({ way }) => way).join(', ');
  const untrusted = sources.rows.find(({ language }) => UNTRUSTED.has(language));
  return [
    ...locks.map((lock) => lockWords(lock)),
    ...called.map(([, what]) => `It may have called out of the database: its text uses ${what}.`),
    ...(untrusted === undefined
      ? []
      : [`It is written in ${untrusted.language}, which can do things outside of the database.`]),
    ...(ways === ''
      ? []
      : [
          `What is done outside of this transaction can't be seen here, and isn't undone. This connection's role may use: ${ways}.`,
        ]),
  ];
}

function lockWords({ what, name }: { what: string; name: string }): string {
  switch (what) {
    case 'sequence':
      return `The sequence ${name} may have advanced. Numbers that it gave out are skipped.`;
    case 'foreign':
      return `The foreign table ${name} was used. What its server did may not be undone.`;
    default:
      return `${name} would be truncated, created, or altered. Its rows aren't counted here.`;
  }
}
