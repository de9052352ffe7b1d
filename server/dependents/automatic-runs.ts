import statement, { raw } from 'sql-template-tag';
import { shownName } from '@/server/access/people/shown-name';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

/** Where the value of one input comes from. */
interface AutomaticValue {
  key: string;
  /** JSON text; null for a secret, and for what comes from a row or a message. */
  value: string | null;
  isSealed: boolean;
  /** Whether a row of the job's result fills it. */
  isFilled?: boolean;
}

/** What runs a command by itself, with the values that its owner saved. */
export interface AutomaticRun {
  kind: 'job' | 'auto_run' | 'webhook';
  /** Of the webhook or the job. An auto-run has the job's, since it stops with it. */
  id: number;
  /** The command whose form it fills: for a copy, the one that it follows. */
  configuredId: number;
  /** The job's command, or the webhook's. */
  commandId: number;
  name: string;
  ownerUserId: string;
  ownerName: string | null;
  nextAt: Date | null;
  values: AutomaticValue[];
}

const RUN = {
  kind: column.oneOf(['job', 'auto_run', 'webhook']),
  id: column.int,
  template_id: column.int,
  configured_id: column.int,
  command_id: column.int,
  name: column.text,
  owner_user_id: column.text,
  owner_name: column.text.nullable(),
  next_at: column.time.nullable(),
  values: column.json<AutomaticValue[]>(),
};

/** The values in a table with one row per input, by the keys of the inputs. */
const valuesIn = (table: string, idColumn: string, id: string) => statement`(
  select coalesce(json_agg(json_build_object(
    'key', t.key, 'value', v.value, 'isSealed', v.sealed_value is not null) order by t.key), '[]')
  from ${raw(table)} v
  join command_input i on i.input_id = v.input_id
  join template_input t on t.template_input_id = i.template_input_id
  where v.${raw(idColumn)} = ${raw(id)})`;

/** The scheduled jobs, auto-runs, and webhooks that are on and run commands of some templates, by template. */
export async function automaticRuns(
  db: Sql,
  orgId: string,
  templateIds: readonly number[],
): Promise<Map<number, AutomaticRun[]>> {
  if (templateIds.length === 0) return new Map();
  const rows = await query(
    RUN,
    statement`with own as materialized (
        select c.command_id, c.template_id, coalesce(c.follows_command_id, c.command_id) as configured_id
        from command c
        where c.org_id = ${orgId} and c.template_id = any(${[...templateIds]}::int[]) and c.deleted_at is null
      )
      select automatic.*, (select ${shownName(statement`${orgId}`)} from "user" u
        left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id
        where u.user_id = automatic.owner_user_id) as owner_name
      from (
        select 'job' as kind, j.scheduled_job_id as id, own.template_id, own.configured_id, j.command_id, j.name,
          j.owner_user_id, j.next_run_at as next_at,
          ${valuesIn('scheduled_job_input', 'scheduled_job_id', 'j.scheduled_job_id')} as values
        from own join scheduled_job j on j.org_id = ${orgId} and j.command_id = own.command_id
        where j.is_enabled and j.deleted_at is null
        union all
        select 'webhook', w.webhook_id, own.template_id, own.configured_id, w.command_id, w.name, w.owner_user_id, null,
          ${valuesIn('webhook_input', 'webhook_id', 'w.webhook_id')}
        from own join webhook w on w.org_id = ${orgId} and w.command_id = own.command_id
        where w.is_enabled and w.deleted_at is null
        union all
        select 'auto_run', j.scheduled_job_id, own.template_id, own.configured_id, j.command_id, j.name, j.owner_user_id,
          j.next_run_at, (
            ${valuesIn('scheduled_auto_run_input', 'scheduled_auto_run_id', 'a.scheduled_auto_run_id')}::jsonb
            || coalesce((select jsonb_agg(jsonb_build_object('key', t.key, 'value', null, 'isSealed', false, 'isFilled', true))
              from decoration_map m
              join command_input i on i.input_id = m.input_id
              join template_input t on t.template_input_id = i.template_input_id
              where m.decoration_id = a.decoration_id), '[]'))::json
        from own join scheduled_auto_run a on a.org_id = ${orgId} and a.target_command_id = own.command_id
        join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
        where j.is_enabled and j.deleted_at is null
      ) automatic order by template_id, kind, name, id`,
    db,
  );
  const byTemplate = new Map<number, AutomaticRun[]>();
  for (const row of rows) {
    const runs = byTemplate.get(row.template_id) ?? [];
    byTemplate.set(row.template_id, runs);
    runs.push({
      kind: row.kind,
      id: row.id,
      configuredId: row.configured_id,
      commandId: row.command_id,
      name: row.name,
      ownerUserId: row.owner_user_id,
      ownerName: row.owner_name,
      nextAt: row.next_at,
      values: row.values,
    });
  }
  return byTemplate;
}
