import type { Client } from 'pg';

/** The history of a busy organization after some years. */
export const HISTORY_RUNS = 1_000_000;
/** When the newest of them was requested. */
export const LAST_RUN_AT = '2026-11-01T00:00:00Z';

/** More rows than these are inserted without indexes, which are made again afterward: that takes a third of the time. */
const MANY_RUNS = 1_000_000;

/**
 * Fills the history of an organization that `fillLibrary` filled: some commands run often, most of them rarely, one run in
 * fifty failed, a tenth fills dropdowns, and the last runs are a minute apart.
 */
export async function fillHistory(client: Client, orgId: string, runs = HISTORY_RUNS): Promise<void> {
  const fill = () => insertRuns(client, orgId, runs);
  await (runs > MANY_RUNS ? withoutIndexes(client, fill) : fill());
  await client.query('vacuum analyze run');
}

async function insertRuns(client: Client, orgId: string, runs: number): Promise<void> {
  await client.query(
    `with commands as (
       select array_agg(command_id order by command_id) as ids, array_agg(template_id order by command_id) as templates
       from command where org_id = $1 and name ~ ' \\d+$'
     ), chosen as (
       select n, 1 + floor(cardinality(ids) * power((hashint4(n) & 65535) / 65536.0, 3))::int as place, ids, templates
       from commands, generate_series(1, $2::int) n
     )
     insert into run (org_id, command_id, template_id, started_by_user_id, status, end_reason, trigger,
       created_at, queued_at, started_at, ended_at, params, payload_format, total_rows)
     select $1, ids[place], templates[place], 'demo-bench-' || ((hashint4(n + 7) & 65535) % 300 + 1),
       case when n % 50 = 0 then 'failed' else 'success' end::run_status,
       case when n % 50 = 0 then 'error'::run_end_reason end,
       case when n % 10 = 3 then 'dropdown' else 'person' end::run_trigger,
       at, at, at + interval '5 ms', at + interval '80 ms',
       json_build_object('order_id', n, 'amount', n % 977, 'reason',
         (array['damaged','late','wrong size','changed mind'])[n % 4 + 1])::text,
       'json.table.rowwise', n % 100
     from (select *, timestamptz '${LAST_RUN_AT}' - make_interval(mins => $2::int - n) as at from chosen) made`,
    [orgId, runs],
  );
}

/** Drops the indexes of runs that enforce nothing, and makes the same ones again. Their foreign keys are right by design. */
async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = 'run'::regclass and not i.indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query('set synchronous_commit = off');
  await client.query('set session_replication_role = replica');
  await work();
  await client.query('set session_replication_role = origin');
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of rows) await client.query(definition);
}
