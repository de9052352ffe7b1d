import { z } from 'zod';
import { runTriggers } from '@/lib/contract/runs/trigger';
import { followUpKinds } from '@/lib/outputs/follow-up-in';
import type { Mask } from '@/lib/outputs/masks';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { undoMap } from '@/lib/settings/undo-partner';
import { id, none, opaque, opaqueObject, pathId, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runApproval } from './approval-shapes';
import { bulkProgress } from './bulk-progress';
import { dryRunReport, runExtras } from './run-extras';

export const runStatus = z.enum([
  'starting',
  'running',
  'success',
  'failed',
  'cron_error',
  'cron_cancellation',
]);
export const runEndReason = z.enum([
  'error',
  'cancelled',
  'timed_out',
  'worker_lost',
  'refused',
  'never_started',
]);
export const payloadFormat = z.enum([
  'json',
  'json.table.rowwise',
  'json.multiset.rowwise',
  'single_value',
  'string',
  'csv',
  'markdown',
  'file',
  'empty',
]);

const runError = z.object({
  message: z.string(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  where: z.string().nullable(),
  severity: z.string().nullable(),
});

const outputValue = z.object({ name: z.string(), type: z.string(), value: opaque });

/** A run with its result. While it is running, `payload` holds the first rows and `isPartial` is true. */
export const run = resource({
  runId: ['run_id', id],
  commandId: ['kit_id', id],
  orgId: ['kit_org_id', textId],
  templateId: ['ol_id', id],
  runGroupId: ['kit_run_id', id.nullable()],
  name: ['name', z.string()],
  status: ['status', runStatus],
  endReason: ['end_reason', runEndReason.nullable()],
  /** The name of the person who canceled it, whether or not it could still be stopped. */
  cancelledBy: ['cancelled_by_name', z.string().nullable()],
  userId: ['user_id', textId],
  userName: ['user_name', z.string()],
  params: ['runrams', opaqueObject.nullable()],
  payload: ['payload', opaque],
  payloadFormat: ['payload_format', payloadFormat.nullable()],
  errors: ['errors', z.array(runError).nullable()],
  /** The beginning of a long log. */
  log: ['logging_message', z.string().nullable()],
  isLogCut: ['is_log_truncated', z.boolean()],
  /** What the source returned besides rows. */
  outputs: ['outputs', z.array(outputValue)],
  returnValue: ['return_value', outputValue.nullable()],
  rowsAffected: ['rows_affected', z.array(z.int())],
  links: [
    'links',
    z.array(z.object({ kind: z.enum(['log', 'execution', 'console']), label: z.string(), url: z.string() })),
  ],
  metadata: ['metadata', z.array(z.object({ name: z.string(), value: z.string() }))],
  /** The id of the call of a Lambda function, and the address of its log; null for other runs. */
  lambdaRequestId: ['lambda_request_id', z.string().nullable()],
  cloudwatchUrl: ['cloudwatch_url', z.string().nullable()],
  /** What is masked in the payload and the outputs: each value reads `••••••`. */
  maskedOutputs: ['masked_outputs', z.custom<Mask[]>(Array.isArray)],
  /** The part of the JSON result that was kept; null for all of it. */
  outputObjectPath: ['output_object_path', z.string().nullable()],
  /** Whether the caller may reveal masked values. */
  mayReveal: ['may_reveal', z.boolean()],
  /** How the command's engineers want columns and fields shown; the payload itself is as the source has it. */
  outputDisplay: ['output_display', z.custom<OutputColumn[]>(Array.isArray)],
  isChartFirst: ['chart_first', z.boolean()],
  isTruncated: ['is_truncated', z.boolean()],
  isPartial: ['is_partial', z.boolean()],
  totalRows: ['total_rows_returned', z.int().nullable()],
  extensions: ['extensions', z.string().nullable()],
  /** Whether its result can be downloaded; null without a result. */
  fileStatus: ['file_status', z.enum(['available', 'deleted']).nullable()],
  isDryRun: ['is_dry_run', z.boolean()],
  /** What a dry run would have changed; null for any other run, and for one that failed. */
  dryRun: ['dry_run', dryRunReport.nullable()],
  /** Why it exists. */
  trigger: ['trigger', z.enum(runTriggers)],
  /** The run that caused it: the first attempt of a retry, or the run that it was picked from. */
  parentRunId: ['parent_run_id', id.nullable()],
  /** The next attempt, if this one failed and was tried again. */
  nextAttemptId: ['next_attempt_run_id', id.nullable()],
  /** The request for approval that it needs; null for most. */
  approval: ['approval', runApproval.nullable()],
  /** The command that takes it back, while that is offered to the caller; null otherwise. */
  undo: [
    'undo',
    resource({
      commandId: ['kit_id', id],
      name: ['name', z.string()],
      maps: ['maps', z.array(undoMap)],
    }).nullable(),
  ],
  createdAt: ['created_time', time],
  startedAt: ['start_time', time.nullable()],
  endedAt: ['end_time', time.nullable()],
  /** Null except for bulk runs. */
  bulkProgress: ['bulk_progress', bulkProgress.nullable()],
  /** The rows of a bulk run, in order; null for other runs. */
  bulkChildren: [
    'bulk_children',
    z.array(resource({ runId: ['run_id', id], status: ['status', runStatus] })).nullable(),
  ],
});

const inOrg = z.strictObject({ orgId: textId });
const onOneRun = z.strictObject({ orgId: textId, kitId: pathId, runId: pathId });
const ofRun = { id: 'path.runId', command: 'path.kitId' } as const;

export const createRunGroup = operation({
  id: 'createRunGroup',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-groups',
  summary: 'Begins a group for the runs of one page view of a command',
  permission: { needs: 'command', action: 'command.run', id: 'body.kitId' },
  params: inOrg,
  query: none,
  body: requestBody({ commandId: ['kitId', id] }),
  answer: { kind: 'json', status: 201, schema: resource({ runGroupId: ['kit_run_id', id] }) },
});

/** The limit on a group's runs shown on a page. */
export const MOST_RUNS_OF_GROUP = 10;

export const readRunGroup = operation({
  id: 'readRunGroup',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/run-groups/{runGroupId}',
  summary: `A group of runs, with the latest ${MOST_RUNS_OF_GROUP} of them, the newest first`,
  permission: { needs: 'runGroup', id: 'path.runGroupId' },
  params: z.strictObject({ orgId: textId, runGroupId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      runGroupId: ['kit_run_id', id],
      commandId: ['kit_id', id],
      userId: ['user_id', textId],
      runIds: ['run_ids', z.array(id)],
    }),
  },
});

export const createRun = operation({
  id: 'createRun',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-async-i',
  summary: 'Creates a run; it waits for its values',
  permission: { needs: 'command', action: 'command.run', id: 'body.kitId' },
  params: inOrg,
  query: none,
  body: requestBody({
    templateId: ['olId', id],
    uoId: ['uoId', z.string().nullable().optional()],
    commandId: ['kitId', id],
    runGroupId: ['kitRunId', id.nullable().optional()],
    kitInstanceId: ['kitInstanceId', z.unknown().optional()],
    searchId: ['searchId', z.unknown().optional()],
    isDropdown: ['isDropdown', z.boolean().optional()],
    /** With `parentRunId`: the run is started from a button on that run's result, from its error box, or takes it back. */
    followUp: ['trigger', z.enum(followUpKinds).optional()],
    parentRunId: ['parentRunId', id.optional()],
  }),
  answer: { kind: 'json', status: 201, schema: resource({ runId: ['run_id', id] }) },
  idempotent: true,
});

export const startRun = operation({
  id: 'startRun',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-async-ii',
  summary:
    'Checks the values of a created run and puts it on the queue; one that was canceled before is answered as it ended',
  permission: { needs: 'run', action: 'run.start', id: 'body.runId', command: 'body.kitId', form: true },
  params: inOrg,
  query: none,
  body: requestBody({
    params: ['runrams', opaqueObject],
    templateId: ['olId', id],
    runId: ['runId', id],
    commandId: ['kitId', id],
    tryCache: ['tryCache', z.boolean().optional()],
    ...runExtras,
  }),
  answer: {
    kind: 'json',
    status: 202,
    schema: resource({
      runId: ['run_id', id],
      status: ['status', runStatus],
      /** The request for approval that the run waits for. */
      approval: ['approval', runApproval.nullable()],
    }),
  },
  idempotent: true,
});

/** Whether a run hasn't started, because it waits for approval. */
const waitsForApproval = ({ approval }: z.output<typeof run>): boolean => approval?.state === 'waiting';

export const runAndWait = operation({
  id: 'runAndWait',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-sync',
  summary:
    'Runs a command and answers when it has ended, or 504 with the run id after ten minutes; 202 with the run if it waits for approval',
  permission: { needs: 'command', action: 'command.run', id: 'body.kitId', form: true },
  params: inOrg,
  query: none,
  body: requestBody({
    templateId: ['olId', id],
    commandId: ['kitId', id],
    params: ['params', opaqueObject],
    isStartup: ['isStartup', z.boolean().optional()],
    ...runExtras,
  }),
  answer: { kind: 'json', status: 200, schema: run, isAccepted: waitsForApproval },
  idempotent: true,
});

export const readRun = operation({
  id: 'readRun',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}',
  summary:
    'One run with its result; `wait` holds the answer until the run has ended, at most that many seconds',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: z.strictObject({
    wait: z
      .codec(z.string().regex(/^\d{1,2}$/, 'Must be a number of seconds'), z.int().min(0).max(30), {
        decode: (text) => Number(text),
        encode: (value) => String(value),
      })
      .optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: run },
});

export const cancelRun = operation({
  id: 'cancelRun',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/cancel',
  summary: 'Requests that a run be stopped; it ends as failed with the reason `cancelled`',
  permission: { needs: 'run', action: 'run.cancel', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 202,
    schema: resource({ runId: ['run_id', id], status: ['status', runStatus] }),
  },
});

export const followRun = operation({
  id: 'followRun',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/events',
  summary: 'The event stream of one run, for scripts',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: { kind: 'events' },
});

export const downloadLog = operation({
  id: 'downloadLog',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/log',
  summary: 'The whole log of a run, as far as it has come, as a text file',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: { kind: 'file' },
});

export const followRuns = operation({
  id: 'followRuns',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/events',
  summary: 'One event stream for the runs of a page: `runs=1,2,…`; ids that are not visible are not told of',
  permission: { needs: 'org', action: 'org.enter' },
  params: inOrg,
  query: z.strictObject({
    runs: z.codec(
      z
        .string()
        .regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'Must be at most 200 run ids with commas between them'),
      z.array(id),
      { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join(',') },
    ),
  }),
  body: null,
  answer: { kind: 'events' },
});

/** The data of a stream's `log` events: each piece of a run's log, once. Offsets are in UTF-16 code units. */
export const logEvent = resource({
  runId: ['run_id', id],
  offset: ['offset', z.int()],
  text: ['logging_message', z.string()],
});

/** The data of a stream's `status` and `rows` events: what changes during a run. New links come as `rows`, too. */
export const runEvent = resource({
  runId: ['run_id', id],
  status: ['status', runStatus],
  endReason: ['end_reason', runEndReason.nullable()],
  totalRows: ['total_rows_returned', z.int().nullable()],
  /** How many links to its source it has; absent once it has ended. */
  linkCount: ['link_count', z.int().optional()],
  startedAt: ['start_time', time.nullable()],
  endedAt: ['end_time', time.nullable()],
});
