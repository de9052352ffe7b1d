import statement from 'sql-template-tag';
import { shownName } from '@/server/access/people/shown-name';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

export const holderKinds = ['job', 'webhook', 'condition', 'check'] as const;

const HOLDER = {
  kind: column.oneOf(holderKinds),
  template_id: column.int,
  /** The input's. */
  key: column.text,
  command_id: column.int,
  /** Of a job or a webhook what it is called, of a check its message, and of a condition the input that has it. */
  name: column.text,
  owner_name: column.text.nullable(),
  next_at: column.time.nullable(),
};

/** Something that stops when an input of a template is gone. */
export interface ValueHolder {
  kind: (typeof holderKinds)[number];
  key: string;
  commandId: number;
  name: string;
  ownerName: string | null;
  nextAt: Date | null;
}

/**
 * What names the inputs of templates and stops without them, by template: scheduled jobs and webhooks that are on, with a
 * value for one, and the conditions and checks of commands.
 */
export async function valueHolders(
  db: Sql,
  orgId: string,
  templateIds: readonly number[],
): Promise<Map<number, ValueHolder[]>> {
  if (templateIds.length === 0) return new Map();
  const owner = statement`(
    select ${shownName(statement`${orgId}`)} from "user" u
    left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id where u.user_id = held.owner_id)`;
  const rows = await query(
    HOLDER,
    statement`with own as materialized (
       select c.template_id, c.command_id, c.input_checks, i.input_id, i.conditions, t.key
       from command c
       join command_input i on i.command_id = c.command_id
       join template_input t on t.template_input_id = i.template_input_id
       where c.org_id = ${orgId} and c.template_id = any(${templateIds}::int[]) and c.deleted_at is null
     )
     select held.kind, held.template_id, held.key, held.command_id, held.name, ${owner} as owner_name, held.next_at
     from (
       select 'job' as kind, own.template_id, own.key, own.command_id, j.name, j.owner_user_id as owner_id,
         j.next_run_at as next_at
       from own join scheduled_job_input v on v.org_id = ${orgId} and v.input_id = own.input_id
       join scheduled_job j on j.org_id = v.org_id and j.scheduled_job_id = v.scheduled_job_id
       where j.is_enabled and j.deleted_at is null
       union all
       select 'webhook', own.template_id, own.key, own.command_id, w.name, w.owner_user_id, null
       from own join webhook_input v on v.org_id = ${orgId} and v.input_id = own.input_id
       join webhook w on w.org_id = v.org_id and w.webhook_id = v.webhook_id
       where w.is_enabled and w.deleted_at is null
       union all
       select distinct 'condition', own.template_id, term ->> 'key', own.command_id, own.key, null, null::timestamptz
       from own cross join jsonb_each(own.conditions) rule (effect, terms) cross join jsonb_array_elements(terms) term
       where jsonb_typeof(own.conditions) = 'object'
       union all
       select distinct 'check', own.template_id, side.key, own.command_id, entry ->> 'message', null, null::timestamptz
       from own cross join jsonb_array_elements(own.input_checks) entry
       cross join lateral (values (entry ->> 'left'), (entry ->> 'right')) side (key)
       where side.key is not null
     ) held order by 2, 3, 1, 5`,
    db,
  );
  const holders = new Map<number, ValueHolder[]>();
  for (const row of rows) {
    const of = holders.get(row.template_id) ?? [];
    holders.set(row.template_id, of);
    of.push({
      kind: row.kind,
      key: row.key,
      commandId: row.command_id,
      name: row.name,
      ownerName: row.owner_name,
      nextAt: row.next_at,
    });
  }
  return holders;
}
