import statement, { empty, join, raw, type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { auditEvent } from '@/lib/contract/audit/audit';
import { type Names, NO_NAMES } from '@/lib/contract/audit/named-ids';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { runTriggers } from '@/lib/contract/runs/trigger';
import type { Decoded } from '@/lib/wire/wire';
import { orgNameThen, personNameThen } from '@/server/access/people/names-then';
import { shownNameThen } from '@/server/access/people/shown-name';
import { nameIds } from '@/server/audit/name-ids';
import { adHocSql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';
import { NAMED_INPUTS, namedInputs, valueNamesOf } from '@/server/commands/inputs/value-names';
import { type Filter, parseFilter } from '@/server/operations/list-filter';

export type AuditEvent = Decoded<typeof auditEvent>;

/**
 * The wire's fields that can be filtered by. Each has an index, so that a log of millions of events responds at once.
 */
const COLUMNS: Readonly<Record<string, string | undefined>> = {
  user_id: 'e.actor_user_id',
  action: 'e.action',
  subject_type: 'e.subject_type',
  subject_id: 'e.subject_id',
  time: 'e.at',
};

function conditionOf({ field, isNot, operator, value }: Filter): Statement {
  const name = Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined;
  if (name === undefined) {
    const known = Object.keys(COLUMNS).join(', ');
    throw invalidAt('query.filter', `You can't filter by "${field}". Available fields: ${known}`);
  }
  if (operator !== null && (operator === 'contains' || field !== 'time')) {
    throw invalidAt('query.filter', `"${field}" can only be compared with a value, not by ${operator}.`);
  }
  const narrowed = raw(name);
  if (operator === 'gte') return statement`${narrowed} >= ${value}::timestamptz`;
  if (operator === 'lt') return statement`${narrowed} < ${value}::timestamptz`;
  if (value.toLowerCase() === 'null') {
    return isNot ? statement`${narrowed} is not null` : statement`${narrowed} is null`;
  }
  // Plain equality: "is not distinct from" cannot use an index.
  return isNot ? statement`${narrowed} is distinct from ${value}` : statement`${narrowed} = ${value}`;
}

/** Returns the filters of the log as further conditions on `e`. Throws 400 for an unknown filter. */
export function auditConditions(filters: readonly string[]): Statement {
  if (filters.length === 0) return empty;
  return join(
    filters.map((filter) => conditionOf(parseFilter(filter))),
    ' and ',
    ' and ',
  );
}

const EVENT = {
  audit_event_id: column.int,
  at: column.time,
  actor_user_id: column.text.nullable(),
  user_name: column.text.nullable(),
  action: column.text,
  subject_type: column.text,
  subject_id: column.text,
  subject_name: column.text.nullable(),
  holder_name: column.text.nullable(),
  before: column.json<JsonValue>(),
  after: column.json<JsonValue>(),
  is_private: column.boolean,
  run_id: column.int.nullable(),
  run_status: runStatus.nullable(),
  run_end_reason: runEndReason.nullable(),
  run_trigger: column.oneOf(runTriggers).nullable(),
  run_params: column.text.nullable(),
  run_inputs: namedInputs,
  request_id: column.text.nullable(),
  address: column.text.nullable(),
};

/** As many characters of a run's values as a line has room for. */
const SHOWN_PARAMS = 1_000;

function runOf({
  is_private,
  run_id,
  run_status,
  run_end_reason,
  run_trigger,
  run_params,
  run_inputs,
}: RowOf<typeof EVENT>): AuditEvent['run'] {
  if (is_private || run_id === null || run_status === null || run_trigger === null) return null;
  const params = paramsOf(run_params);
  const valueNames = valueNamesOf(run_inputs, params);
  return {
    runId: run_id,
    status: run_status,
    endReason: run_end_reason,
    trigger: run_trigger,
    params,
    valueNames,
  };
}

function paramsOf(text: string | null): JsonValue {
  if (text === null) return null;
  return text.length > SHOWN_PARAMS ? `${text.slice(0, SHOWN_PARAMS)}…` : JSON.parse(text);
}

function eventOf(row: RowOf<typeof EVENT>, names: Names): AuditEvent {
  return {
    auditEventId: row.audit_event_id,
    at: row.at.toISOString(),
    userId: row.actor_user_id,
    userName: row.user_name,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.is_private ? null : row.subject_name,
    holderName: row.is_private ? null : row.holder_name,
    before: row.is_private ? null : row.before,
    after: row.is_private ? null : row.after,
    names,
    isPrivate: row.is_private,
    run: runOf(row),
    requestId: row.request_id,
    address: row.address,
  };
}

/** The id of a subject as a number; null if it isn't one. */
const NUMBER = statement`case when e.subject_id ~ '^[0-9]{1,15}$' then e.subject_id::bigint end`;

/** The run that the event is about or that it started; null if there is none. */
const RUN_ID = statement`case when e.subject_type = 'run' then ${NUMBER}
    when e.after ->> 'run_id' ~ '^[0-9]{1,15}$' then (e.after ->> 'run_id')::bigint end`;

/** Loads the names of the subjects of one page: of people and organizations those of the time, of all others the current ones. */
const NAMES = statement`
  left join run r on r.org_id = e.org_id and r.run_id = ${RUN_ID}
  left join scheduled_job j on e.subject_type = 'scheduled_job' and j.org_id = e.org_id and j.scheduled_job_id = ${NUMBER}
  left join approval_request a on e.subject_type = 'approval' and a.org_id = e.org_id and a.approval_id = ${NUMBER}
  left join webhook w on e.subject_type = 'webhook' and w.org_id = e.org_id and w.webhook_id = ${NUMBER}
  left join command c on c.org_id = e.org_id
    and c.command_id = case e.subject_type when 'run' then r.command_id when 'command' then ${NUMBER}
      when 'scheduled_job' then j.command_id when 'webhook' then w.command_id when 'approval' then a.command_id end
  left join folder f on e.subject_type = 'folder' and f.org_id = e.org_id and f.folder_id = ${NUMBER}
  left join credential k on e.subject_type = 'credential' and k.org_id = e.org_id and k.credential_id = ${NUMBER}
  left join dropdown dd on e.subject_type = 'dropdown' and dd.org_id = e.org_id and dd.dropdown_id = ${NUMBER}
  left join template t on e.subject_type = 'template' and t.org_id = e.org_id and t.template_id = ${NUMBER}
  left join lateral (
    select ${orgNameThen(statement`e.at`)} as name_then from org o
    where e.subject_type = 'org' and o.org_id = e.org_id) o on true
  left join user_group g on e.subject_type = 'group' and g.org_id = e.org_id and g.group_id = e.subject_id
  left join lateral (
    select ${shownNameThen(statement`e.org_id`, statement`e.at`)} as name
    from "user" u left join membership m on m.org_id = e.org_id and m.user_id = u.user_id
    where e.subject_type = 'member' and u.user_id = e.subject_id) p on true
  left join lateral (
    select ${shownNameThen(statement`e.org_id`, statement`e.at`)} as name
    from "user" u left join membership m on m.org_id = e.org_id and m.user_id = u.user_id
    where u.user_id = coalesce(e.after ->> 'user_id', e.before ->> 'user_id')) hp on true
  left join user_group hg on hg.org_id = e.org_id
    and hg.group_id = coalesce(e.after ->> 'group_id', e.before ->> 'group_id')
  left join "user" u on u.user_id = e.actor_user_id`;

/**
 * Returns a part of an organization's log, newest first. For a private command of another person, the event is shown
 * but not what changed.
 *
 * @param beforeId the last event of the previous part; null for the first
 */
export async function readAudit(
  orgId: string,
  viewerId: string,
  filters: readonly string[],
  beforeId: number | null,
  limit: number,
): Promise<AuditEvent[]> {
  const older =
    beforeId === null
      ? empty
      : statement`and (e.at, e.audit_event_id) < (
           (select at from audit_event where org_id = ${orgId} and audit_event_id = ${beforeId}::bigint),
           ${beforeId}::bigint)`;
  const rows = await query(
    EVENT,
    statement`select e.audit_event_id, e.at, e.actor_user_id, ${personNameThen(statement`e.at`)} as user_name, e.action, e.subject_type,
       e.subject_id, coalesce(j.name, w.name, c.name, f.name, k.name, dd.name, t.cloud_name, g.name, o.name_then, p.name) as subject_name,
       coalesce(hp.name, hg.name) as holder_name,
       e.before, e.after, e.request_id, e.address,
       case when c.deleted_at is null then r.run_id end as run_id, r.status as run_status,
       r.end_reason as run_end_reason, r.trigger as run_trigger, left(r.params, ${SHOWN_PARAMS + 1}) as run_params,
       case when r.run_id is not null then (${NAMED_INPUTS}) end as run_inputs,
       c.visibility is not distinct from 'justme' and c.created_by_user_id <> ${viewerId} as is_private
     from (
       select * from audit_event e where e.org_id = ${orgId} ${older}${auditConditions(filters)}
       order by e.at desc, e.audit_event_id desc limit ${limit}
     ) e ${NAMES}
     order by e.at desc, e.audit_event_id desc`,
    adHocSql,
  );
  const shown = rows.filter((row) => !row.is_private);
  const namesOf = await nameIds(orgId, viewerId, shown);
  return rows.map((row) => eventOf(row, row.is_private ? NO_NAMES : namesOf(row)));
}
