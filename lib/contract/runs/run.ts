import { z } from 'zod';
import { runTriggers } from '@/lib/contract/runs/trigger';
import type { Mask } from '@/lib/outputs/masks';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { undoMap } from '@/lib/settings/undo/undo-partner';
import { id, listOf, longId, opaque, opaqueObject, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { bulkProgress } from './bulk-progress';
import { runApproval } from './run-approval';
import { dryRunReport } from './run-extras';

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

/** When the result of a run was deleted, and by what; `by` is null where that wasn't recorded. */
export const resultDeletion = resource({
  at: ['time', time],
  by: ['by', z.enum(['person', 'retention']).nullable()],
  byName: ['by_name', z.string().nullable()],
});

const outputValue = z.object({ name: z.string(), type: z.string(), value: opaque });

/** A run with its result. While it is running, `payload` holds the first rows and `isPartial` is true. */
export const run = resource({
  runId: ['run_id', longId],
  commandId: ['kit_id', id],
  orgId: ['kit_org_id', textId],
  templateId: ['ol_id', id],
  runGroupId: ['kit_run_id', longId.nullable()],
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
    z.array(
      z.object({
        kind: z.enum(['log', 'execution', 'console', 'source']),
        label: z.string(),
        url: z.string(),
      }),
    ),
  ],
  metadata: ['metadata', z.array(z.object({ name: z.string(), value: z.string() }))],
  /** The id of the call of a Lambda function, and the address of its log; null for other runs. */
  lambdaRequestId: ['lambda_request_id', z.string().nullable()],
  cloudwatchUrl: ['cloudwatch_url', z.string().nullable()],
  /** What is masked in the payload and the outputs: each value reads `••••••`. */
  maskedOutputs: ['masked_outputs', listOf<Mask>()],
  /** The part of the JSON result that was kept; null for all of it. */
  outputObjectPath: ['output_object_path', z.string().nullable()],
  /** Whether the caller may reveal masked values. */
  mayReveal: ['may_reveal', z.boolean()],
  /** How the command's engineers want columns and fields shown; the payload itself is as the source has it. */
  outputDisplay: ['output_display', listOf<OutputColumn>()],
  isChartFirst: ['chart_first', z.boolean()],
  isTruncated: ['is_truncated', z.boolean()],
  isPartial: ['is_partial', z.boolean()],
  totalRows: ['total_rows_returned', z.int().nullable()],
  extensions: ['extensions', z.string().nullable()],
  /** Whether its result can be downloaded; null without a result. */
  fileStatus: ['file_status', z.enum(['available', 'deleted']).nullable()],
  resultDeletion: ['result_deletion', resultDeletion.nullable()],
  isDryRun: ['is_dry_run', z.boolean()],
  /** Whether it was sent although values broke limits of the source, as the person chose. */
  ranAnyway: ['ran_anyway', z.boolean()],
  /** What a dry run would have changed; null for any other run, and for one that failed. */
  dryRun: ['dry_run', dryRunReport.nullable()],
  /** Why it exists. */
  trigger: ['trigger', z.enum(runTriggers)],
  /** The run that caused it: the first attempt of a retry, or the run that it was picked from. */
  parentRunId: ['parent_run_id', longId.nullable()],
  /** The next attempt, if this one failed and was tried again. */
  nextAttemptId: ['next_attempt_run_id', longId.nullable()],
  /** The request for approval that it needs; null for most. */
  approval: ['approval', runApproval.nullable()],
  /** The tag of the workers that it waits for, if none of them is alive; null otherwise. */
  missingWorkerTag: ['missing_worker_tag', z.string().nullable()],
  /** The run that took it back; null if none has. */
  undoneByRunId: ['undone_by_run_id', longId.nullable()],
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
    z.array(resource({ runId: ['run_id', longId], status: ['status', runStatus] })).nullable(),
  ],
});
