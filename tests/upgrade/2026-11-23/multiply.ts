import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { advanceSequences } from '../advance-sequences';
import type { Size } from '../release';
import { withoutIndexes } from '../without-indexes';

// Copies of recorded rows, in SQL for the schema that the release of this folder had. Never to be changed: what stands
// here is how that version wrote its rows.

/** The organization whose commands and runs are copied. */
const ORG = 'sandbox-1';

type Statement = readonly [text: string, values?: readonly unknown[]];

/** Commands that went well at least once, in turn; each copy has its own template, inputs, grants and run group. */
const copyCommands = (commands: number): Statement[] => [
  [
    `create temp table copied_command (
     place int primary key, command_id int, template_id int, run_group_id int, source_command_id int,
     source_template_id int, name text)`,
  ],
  [
    `insert into copied_command
   select n, (select max(command_id) from command) + n, (select max(template_id) from template) + n,
     (select max(run_group_id) from run_group) + n, s.command_id, s.template_id, s.name || ' ' || n
   from (
     select c.command_id, c.template_id, c.name, row_number() over (order by c.command_id) as place,
       count(*) over () as many
     from command c where c.org_id = $1 and c.deleted_at is null and exists (
       select 1 from run r where r.command_id = c.command_id and r.status = 'success')
   ) s join generate_series(1, $2::int - (select count(*)::int from command)) n on s.place = (n - 1) % s.many + 1`,
    [ORG, commands],
  ],
  [
    `insert into template
   select made.* from copied_command k join template t on t.template_id = k.source_template_id
   cross join lateral jsonb_populate_record(t, jsonb_build_object(
     'template_id', k.template_id, 'cloud_id', t.cloud_id || ' #' || k.place)) made`,
  ],
  [`create temp table copied_input (template_id int, source_input_id int, template_input_id int)`],
  [
    `insert into copied_input
   select k.template_id, ti.template_input_id,
     (select max(template_input_id) from template_input) + row_number() over (order by k.place, ti.template_input_id)
   from copied_command k join template_input ti on ti.template_id = k.source_template_id`,
  ],
  [
    `insert into template_input
   select made.* from copied_input i join template_input ti on ti.template_input_id = i.source_input_id
   cross join lateral jsonb_populate_record(ti, jsonb_build_object(
     'template_id', i.template_id, 'template_input_id', i.template_input_id)) made`,
  ],
  [
    `insert into command
   select made.* from copied_command k join command c on c.command_id = k.source_command_id
   cross join lateral jsonb_populate_record(c, jsonb_build_object(
     'command_id', k.command_id, 'template_id', k.template_id, 'name', k.name)) made`,
  ],
  [
    `insert into command_input
   select made.* from copied_command k
   join command_input ci on ci.command_id = k.source_command_id
   join copied_input i on i.template_id = k.template_id and i.source_input_id = ci.template_input_id
   cross join lateral jsonb_populate_record(ci, jsonb_build_object(
     'input_id', (select max(input_id) from command_input) + i.template_input_id, 'command_id', k.command_id,
     'template_input_id', i.template_input_id)) made`,
  ],
  [
    `insert into command_user_grant
   select g.org_id, k.command_id, g.user_id, g.role
   from copied_command k join command_user_grant g on g.command_id = k.source_command_id`,
  ],
  [
    `insert into command_group_grant
   select g.org_id, k.command_id, g.group_id, g.role
   from copied_command k join command_group_grant g on g.command_id = k.source_command_id`,
  ],
  [
    `insert into run_group (run_group_id, org_id, command_id, user_id)
   select run_group_id, $1, command_id, 'demo-maria' from copied_command`,
    [ORG],
  ],
  ['analyze command, template, copied_command'],
];

/**
 * Ended runs, a minute apart until an hour before the first that was recorded. Some commands are run often, most now
 * and then. One in eight went in any way in which runs of its command went, the others well. The first number among the
 * values differs from run to run. What is very long is not copied.
 */
const copyRuns = (runs: number): Statement[] => [
  [
    `create temp table source_run (
     run_id int primary key, command_id int, place int, many int, well_place int, well_many int,
     has_file boolean)`,
  ],
  [
    `insert into source_run
   select run_id, command_id,
     row_number() over of_command, count(*) over (partition by command_id),
     case when status = 'success' then
       count(*) filter (where status = 'success') over (of_command rows unbounded preceding) end,
     count(*) filter (where status = 'success') over (partition by command_id),
     has_result and not exists (select from run_result x where x.run_id = run.run_id)
   from run
   where org_id = $1 and status in ('success', 'failed') and coalesce(octet_length(params), 0) < 5000
     and parent_run_id is null and scheduled_job_id is null and result_store_id is null
     and not exists (select from bulk_run b where b.run_id = run.run_id)
     and not exists (select from approval_run a where a.run_id = run.run_id)
     and not exists (select from dropdown_run d where d.run_id = run.run_id)
   window of_command as (partition by command_id order by run_id)`,
    [ORG],
  ],
  [
    `create temp table copied_run (run_id int primary key, source_run_id int, command_place int, created_at timestamptz)`,
  ],
  [
    `insert into copied_run
   select b.run_id + n, s.run_id, k.place, b.first_at - make_interval(mins => b.many - n)
   from (
     select max(run_id) as run_id, min(created_at) - interval '1 hour' as first_at, $1::int - count(*)::int as many
     from run
   ) b
   cross join lateral generate_series(1, b.many) n
   join copied_command k on k.place =
     1 + floor((select count(*) from copied_command) * power((hashint4(n) & 65535) / 65536.0, 3))::int
   join source_run s on s.command_id = k.source_command_id and case when n % 8 = 0
     then s.place = 1 + n / 8 % s.many else s.well_place = 1 + n % s.well_many end`,
    [runs],
  ],
  [
    `insert into run (run_id, org_id, command_id, template_id, run_group_id, started_by_user_id, trigger, started_through,
     status, end_reason, created_at, queued_at, started_at, ended_at, cancel_requested_by, params, definition_id,
     is_dry_run, sent_values, sealed_values, payload_format, total_rows, is_truncated, has_result, result_bytes,
     result_hash, result_deleted_at, errors, result_facts)
   select c.run_id, r.org_id, k.command_id, k.template_id,
     case when r.run_group_id is not null then k.run_group_id end,
     r.started_by_user_id, r.trigger, r.started_through, r.status, r.end_reason, c.created_at,
     c.created_at + (r.queued_at - r.created_at), c.created_at + (r.started_at - r.created_at),
     c.created_at + (r.ended_at - r.created_at), r.cancel_requested_by,
     regexp_replace(r.params, '\\d+', c.run_id::text), r.definition_id, r.is_dry_run,
     regexp_replace(r.sent_values, '\\d+', c.run_id::text), r.sealed_values, r.payload_format, r.total_rows,
     r.is_truncated, r.has_result, r.result_bytes, r.result_hash,
     c.created_at + (r.result_deleted_at - r.created_at), r.errors, r.result_facts
   from copied_run c
   join run r on r.run_id = c.source_run_id
   join copied_command k on k.place = c.command_place
   order by c.run_id`,
  ],
  [
    `insert into run_result (run_id, org_id, lines)
   select c.run_id, x.org_id, x.lines from copied_run c join run_result x on x.run_id = c.source_run_id`,
  ],
  [
    `insert into run_log (run_id, org_id, start_offset, end_offset, text)
   select c.run_id, x.org_id, x.start_offset, x.end_offset, x.text
   from copied_run c join run_log x on x.run_id = c.source_run_id`,
  ],
  [
    `insert into run_spreadsheet (run_id, org_id, status, worker_id, output_key, created_at)
   select c.run_id, x.org_id, x.status, x.worker_id, x.output_key, c.created_at
   from copied_run c join run_spreadsheet x on x.run_id = c.source_run_id`,
  ],
  [
    `insert into audit_event (org_id, at, actor_user_id, action, subject_type, subject_id, after, address)
   select r.org_id, r.created_at, r.started_by_user_id, 'run.start', 'command', r.command_id::text,
     jsonb_build_object('run_id', r.run_id), '127.0.0.1'
   from copied_run c join run r on r.run_id = c.run_id where r.queued_at is not null`,
  ],
];

/** @see Release.multiply */
export async function multiply(client: Client, size: Size, resultsDir?: string): Promise<void> {
  const run = async (statements: readonly Statement[]) => {
    for (const [text, values = []] of statements) await client.query(text, [...values]);
  };
  await run(copyCommands(size.commands));
  await withoutIndexes(client, ['run', 'audit_event'], () => run(copyRuns(size.runs)));
  await advanceSequences(client);
  if (resultsDir !== undefined) await copyResults(client, resultsDir);
}

async function copyResults(client: Client, resultsDir: string): Promise<void> {
  const { rows } = await client.query<{ from: number; to: number; has_sheet: boolean }>(
    `select c.source_run_id as from, c.run_id as to, x.run_id is not null as has_sheet
     from copied_run c join source_run r on r.run_id = c.source_run_id
     left join run_spreadsheet x on x.run_id = c.run_id
     where r.has_file`,
  );
  const pathOf = (runId: number, ending: string) =>
    join(resultsDir, ORG, String(Math.floor(runId / 1000)), `${runId}.${ending}`);
  for (const { from, to, has_sheet } of rows) {
    await mkdir(dirname(pathOf(to, 'jsonl')), { recursive: true });
    for (const ending of has_sheet ? ['jsonl', 'xlsx'] : ['jsonl']) {
      await copyFile(pathOf(from, ending), pathOf(to, ending));
    }
  }
}
