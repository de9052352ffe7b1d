import { z } from 'zod';
import { runTriggers } from '@/lib/contract/runs/trigger';
import { AUTO_RUN_WAITS } from '@/lib/schedules/auto-run-waits';
import {
  FILTER_HELP,
  id,
  longId,
  longPathId,
  none,
  opaque,
  pathId,
  queryNumber,
  sortField,
  sortsDown,
  textId,
  time,
} from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { payloadFormat, resultDeletion, runEndReason, runStatus } from './run';

/** The most rows of each bulk run that a list names. */
export const LISTED_CHILDREN = 100;

const named = resource({ name: ['name', z.string()] });

/** A run as the history lists it: everything except its result. */
export const runSummary = resource({
  runId: ['run_id', longId],
  commandId: ['kit_id', id],
  orgId: ['kit_org_id', textId],
  templateId: ['ol_id', id],
  runGroupId: ['kit_run_id', longId.nullable()],
  name: ['name', z.string()],
  status: ['status', runStatus],
  endReason: ['end_reason', runEndReason.nullable()],
  userId: ['user_id', textId],
  userName: ['user_name', z.string()],
  /** An object, or its text, cut off where it would be long. */
  params: ['runrams', opaque],
  /** The form's names for its values, by key, where they differ from the keys. */
  valueNames: ['runram_names', z.record(z.string(), z.string())],
  payloadFormat: ['payload_format', payloadFormat.nullable()],
  extensions: ['extensions', z.string().nullable()],
  totalRows: ['total_rows_returned', z.int().nullable()],
  isStartup: ['is_startup', z.boolean()],
  isDropdown: ['is_dropdown', z.boolean()],
  isBulkParent: ['is_bulk_parent', z.boolean()],
  bulkParentId: ['bulk_parent_id', longId.nullable()],
  /** How many rows a bulk run has; null for other runs. */
  bulkRows: ['bulk_rows', z.int().nullable()],
  /** How many rows of a bulk run failed so far, without those that were canceled; null for other runs. */
  bulkFailed: ['bulk_failed', z.int().nullable()],
  bulkCanceled: ['bulk_canceled', z.int().nullable()],
  /** The first rows of a bulk run, in order, at most `LISTED_CHILDREN`; null for other runs. */
  bulkChildren: [
    'bulk_children',
    z.array(resource({ runId: ['run_id', longId], status: ['status', runStatus] })).nullable(),
  ],
  /** The run that a bulk run took its rows from; null if there is none or the caller can't see it. */
  rowsFrom: ['rows_from_run_id', longId.nullable()],
  /** Whether it is a scheduled run that led to others by itself. */
  hasAutoRuns: ['has_auto_runs', z.boolean()],
  /** What others wait for that it will lead to; null if nothing is in their way. */
  autoRunsWaitFor: ['auto_runs_wait_for', z.enum(AUTO_RUN_WAITS).nullable()],
  /** The scheduled run that led to it; null if a person or something else did. */
  autoRunOf: ['auto_run_parent_id', longId.nullable()],
  /** Whether the caller may delete its result: the person who started it and the command's engineers may. */
  mayDeleteResult: ['may_delete_result', z.boolean()],
  /** Whether its result was deleted. */
  isDeleted: ['is_deleted', z.boolean()],
  resultDeletion: ['result_deletion', resultDeletion.nullable()],
  /** Whether it was rolled back, and only showed what it would do. */
  isDryRun: ['is_dry_run', z.boolean()],
  /** Whether it was sent although values broke limits of the source, as the person chose. */
  ranAnyway: ['ran_anyway', z.boolean()],
  isWaitingForApproval: ['is_waiting_for_approval', z.boolean()],
  /** The run that took it back; null if none has. */
  undoneByRunId: ['undone_by_run_id', longId.nullable()],
  /** Who has handled its failure; null if it didn't fail, or nobody has. */
  dealtWithBy: ['dealt_with_by_name', z.string().nullable()],
  /** Why it exists. */
  trigger: ['trigger', z.enum(runTriggers)],
  /** The webhook whose delivery started it; null for other runs. */
  webhook: ['webhook', named.nullable()],
  /** The access token or connected program through which its person started it, also once it was revoked; null for other runs. */
  program: ['program', named.nullable()],
  scheduledJobId: ['cron_job_id', id.nullable()],
  scheduledJob: ['cron_job', named.nullable()],
  scheduledJobChange: ['cron_job_modification', resource({ user: ['user', named] }).nullable()],
  cachedRunId: ['cached_run_id', longId.nullable()],
  createdAt: ['created_time', time],
  startedAt: ['start_time', time.nullable()],
  endedAt: ['end_time', time.nullable()],
});

const inOrg = z.strictObject({ orgId: textId });

/** Page numbers go as far as the count; to go further back, filter by date. */
export const DEEPEST_ROW = 10_000;

/**
 * How many of the newest runs are searched for a text without three letters or digits in a row, unless more are
 * requested.
 */
export const SEARCHED_RUNS = 12_000;

/** The most runs ever searched; to go further back, filter by date. */
export const DEEPEST_SEARCH = 1_000_000;

const runFilter = z
  .array(z.string().max(1000))
  .max(30)
  .optional()
  .describe(
    `${FILTER_HELP} Such as \`status:failed\`, \`kit_id:12\`, \`start_time:gte:2026-06-01T00:00:00Z\`, and \`search:contains:lena\`, which looks at commands, people, and values.`,
  );

const searchDepth = queryNumber(1, DEEPEST_SEARCH)
  .optional()
  .describe(
    'How many of the newest runs to read for a search that can’t use an index. The header `X-Searched-Until` gives the request time of the last run searched; without the header all runs were searched.',
  );

export const listRuns = operation({
  id: 'listRuns',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/skinny-runs',
  summary:
    'The history: the runs of the commands that the caller has access to, the newest first, page by page',
  permission: { needs: 'org', action: 'org.enter' },
  params: inOrg,
  query: z.strictObject({
    filter: runFilter,
    sort: sortField,
    sortDesc: sortsDown,
    page: queryNumber(0, DEEPEST_ROW).optional().describe('The page, from 0.'),
    per_page: queryNumber(1, 200).optional(),
    max_possible_count: queryNumber(1, DEEPEST_ROW)
      .optional()
      .describe('Up to which number to count the matches.'),
    search_depth: searchDepth,
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(runSummary) },
});

export const exportRuns = operation({
  id: 'exportRuns',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/run-export',
  summary: `The runs that match the filters as a CSV file, the newest first; at most ${DEEPEST_ROW}`,
  permission: { needs: 'org', action: 'org.enter' },
  params: inOrg,
  query: z.strictObject({
    filter: runFilter,
    search_depth: searchDepth,
  }),
  body: null,
  answer: { kind: 'file' },
});

export const readRunSummary = operation({
  id: 'readRunSummary',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/skinny-runs/{runId}',
  summary: 'One run as the history lists it',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: z.strictObject({ orgId: textId, runId: longPathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: runSummary },
});

export const deleteRunResult = operation({
  id: 'deleteRunResult',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/result',
  summary: 'Deletes the result of a run; the history keeps when it ran and with which values',
  permission: { needs: 'run', action: 'run.deleteResult', id: 'path.runId', command: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, runId: longPathId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
