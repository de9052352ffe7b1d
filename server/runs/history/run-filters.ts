import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import { originOf, runTriggers } from '@/lib/contract/runs/trigger';
import type { RunStatus } from '@/lib/runs/run-status';
import { invalidAt } from '@/server/base/errors';
import { type Filter, flagOf, parseFilter } from '@/server/operations/list-filter';
import { rowsRanAgain } from '@/server/runs/bulk/ran-again';

type Kind = 'int' | 'bigint' | 'text' | 'boolean' | 'timestamptz' | 'run_end_reason';

/** lib/contract/runs/trigger.ts: the origin of a run. */
const ORIGIN = `(case when r.trigger in ('row_decoration', 'error_jump') and r.started_through like 'schedule:%' then 'schedule'
  else case r.trigger ${runTriggers.map((trigger) => `when '${trigger}' then '${originOf[trigger]}'`).join(' ')} end end)`;

const BULK_PARENT = 'select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id';

/**
 * What runs can be filtered by, besides their status and the texts: the wire's field, its column, and its type.
 * Cached results are not built, so no run has one yet.
 */
const FIELDS: Readonly<Record<string, readonly [column: string, kind: Kind]>> = {
  run_id: ['r.run_id', 'bigint'],
  kit_id: ['r.command_id', 'int'],
  kit_run_id: ['r.run_group_id', 'bigint'],
  ol_id: ['r.template_id', 'int'],
  user_id: ['r.started_by_user_id', 'text'],
  end_reason: ['r.end_reason', 'run_end_reason'],
  is_startup: ["(r.trigger = 'startup')", 'boolean'],
  is_dropdown: ["(r.trigger = 'dropdown')", 'boolean'],
  is_deleted: ['(r.result_deleted_at is not null)', 'boolean'],
  is_dealt_with: [
    `(exists (select from run_mark m where m.org_id = r.org_id and m.run_id = r.run_id)
      or (exists (${BULK_PARENT}) and ${rowsRanAgain(statement`r.org_id`, statement`r.run_id`).sql}))`,
    'boolean',
  ],
  is_bulk_parent: [`(exists (${BULK_PARENT}))`, 'boolean'],
  bulk_parent_id: ["(case when r.trigger = 'bulk' then r.parent_run_id end)", 'bigint'],
  auto_run_parent_id: [
    "(case when r.trigger in ('row_decoration', 'error_jump') and r.started_through like 'schedule:%' then r.parent_run_id end)",
    'bigint',
  ],
  origin: [ORIGIN, 'text'],
  creds_id: [
    '(select t.credential_id from template t where t.org_id = r.org_id and t.template_id = r.template_id)',
    'int',
  ],
  cron_job_id: ['r.scheduled_job_id', 'int'],
  error_id: [
    '(select e.error_group_id from grouped_run e where e.org_id = r.org_id and e.run_id = r.run_id)',
    'bigint',
  ],
  cached_run_id: ['null::bigint', 'bigint'],
  // A run is listed at the time it was requested, however long it was queued.
  start_time: ['r.created_at', 'timestamptz'],
  end_time: ['r.ended_at', 'timestamptz'],
};

/** A condition that follows from a filter and that an index can use. */
const IMPLIED: Readonly<Record<string, (value: string) => Statement>> = {
  ol_id: (value) =>
    statement`r.command_id = any(array(select command_id from command where template_id = ${value}::int))`,
  creds_id: (value) =>
    statement`r.template_id = any(array(select template_id from template where credential_id = ${value}::int))`,
  end_reason: () => statement`r.end_reason is not null`,
  error_id: (value) =>
    statement`r.run_id = any(array(select run_id from grouped_run where error_group_id = ${value}::bigint))
      and r.end_reason is not null`,
  bulk_parent_id: (value) => statement`r.parent_run_id = ${value}::bigint`,
  auto_run_parent_id: (value) => statement`r.parent_run_id = ${value}::bigint`,
};

/** Instead of the column: conditions that follow the form of an index. */
const INSTEAD_OF_NULL: Readonly<Record<string, Statement>> = {
  bulk_parent_id: statement`r.trigger <> 'bulk'`,
};

const TEXTS = ['name', 'user_name', 'runrams', 'search'] as const;
type TextField = (typeof TEXTS)[number];

const STATUSES: readonly RunStatus[] = [
  'starting',
  'running',
  'success',
  'failed',
  'cron_error',
  'cron_cancellation',
];

/** The filters of a list of runs, grouped by how each is answered. */
export interface RunFilters {
  /** The command to filter by; null for all that the caller has. */
  commandId: number | null;
  /** The statuses to filter by; null for all. */
  statuses: RunStatus[] | null;
  /** `contains` of the command's name, the person's name, the values, or (`search`) any of them. */
  texts: { field: TextField; text: string }[];
  /** Conditions over run `r`. */
  conditions: Statement[];
  /** Whether a condition matches few of many runs, so that its own index may be the best plan. */
  isSelective: boolean;
}

const isTextField = (field: string): field is TextField => (TEXTS as readonly string[]).includes(field);

function condition(filter: Filter, name: string, kind: Kind): Statement {
  const { isNot, operator, value } = filter;
  const column = raw(name);
  if (operator === null && value.toLowerCase() === 'null') {
    return isNot ? statement`${column} is not null` : statement`${column} is null`;
  }
  if (kind === 'boolean') {
    return flagOf(filter) === isNot ? statement`not ${column}` : column;
  }
  if (kind === 'timestamptz' && Number.isNaN(Date.parse(value))) {
    throw invalidAt('query.filter', `"${value}" is not a time. Write it as 2026-11-20T09:00:00Z.`);
  }
  const compared = statement`${value}::${raw(kind)}`;
  if (operator === 'gte') return statement`${column} >= ${compared}`;
  if (operator === 'lt') return statement`${column} < ${compared}`;
  return isNot ? statement`${column} is distinct from ${compared}` : statement`${column} = ${compared}`;
}

/** Groups the filters of a request. Throws 400 with the name of an unknown field. */
export function runFilters(filters: readonly string[]): RunFilters {
  const sorted: RunFilters = {
    commandId: null,
    statuses: null,
    texts: [],
    conditions: [],
    isSelective: false,
  };
  for (const filter of filters.map(parseFilter)) add(sorted, filter);
  return sorted;
}

function add(sorted: RunFilters, filter: Filter): void {
  const { field, isNot, operator, value } = filter;
  if (isTextField(field) && operator === 'contains' && !isNot) {
    if (value.trim() !== '') sorted.texts.push({ field, text: value.trim() });
    return;
  }
  if (field === 'status' && operator === null) {
    const matches = STATUSES.filter((status) => (status === value) !== isNot);
    sorted.statuses = (sorted.statuses ?? STATUSES).filter((status) => matches.includes(status));
    return;
  }
  if (field === 'group_id' && operator === null && !isNot) {
    sorted.conditions.push(statement`exists (select from group_member gm
      where gm.org_id = r.org_id and gm.group_id = ${value} and gm.user_id = r.started_by_user_id)`);
    return;
  }
  const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (known === undefined || operator === 'contains') {
    const all = [
      ...Object.keys(FIELDS),
      'group_id',
      'status',
      ...TEXTS.map((text) => `${text}:contains`),
    ].join(', ');
    throw invalidAt('query.filter', `You can't filter by "${field}" in this way. Available fields: ${all}`);
  }
  if (field === 'kit_id' && operator === null && !isNot && /^[1-9]\d{0,8}$/.test(value)) {
    // Two different values can never both match.
    sorted.commandId = sorted.commandId === null || sorted.commandId === Number(value) ? Number(value) : 0;
    return;
  }
  const isPlain = operator === null && !isNot;
  const isNull = value.toLowerCase() === 'null';
  const instead = isPlain && isNull ? INSTEAD_OF_NULL[field] : undefined;
  if (instead !== undefined) {
    sorted.conditions.push(instead);
    return;
  }
  sorted.conditions.push(condition(filter, ...known));
  const implied = isPlain ? IMPLIED[field] : undefined;
  if (implied !== undefined && !isNull) sorted.conditions.push(implied(value));
  if (isPlain && !field.startsWith('is_')) sorted.isSelective = true;
}
