import { z } from 'zod';
import { runningBounds } from '@/lib/settings/running-settings';
import { id, json, longId, opaqueObject, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { input } from '../command/input-shape';
import { runStatus } from '../runs/run';
import { jobDecoration, jobErrorDecoration } from './auto-runs';
import { createdAlert } from './job-alerts';

export const LONGEST_JOB_NAME = 120;
/** How many jobs an organization can have, not counting deleted ones. */
export const MOST_JOBS = 20_000;
/** How many of its last runs a job is listed with. */
export const LAST_RUNS = 14;

const timeout = runningBounds.timeoutSeconds;
const retries = runningBounds.retryCount;

export const jobTimeout = z.int().min(timeout.least).max(timeout.most).nullable();
export const jobRetries = z.int().min(retries.least).max(retries.most).nullable();

/** The value of one input. */
const jobInput = resource({
  jobInputId: ['cron_job_input_id', id],
  inputId: ['lego_instance_input_id', id],
  input: ['lego_instance_input', input],
  /** The value as text; null for a secret. */
  value: ['value', z.string().nullable()],
  /** The value; `{"is_set": true}` for a secret, and `{"relative": "today - 7 days"}` for a date told by each firing. */
  valueJson: ['value_json', json],
});

/** How one of its last firings ended. */
const lastRun = resource({
  runId: ['run_id', longId],
  status: ['status', runStatus],
  durationMs: ['duration_ms', z.int().nullable()],
});

const named = resource({ userId: ['user_id', textId], name: ['name', z.string()] });

/** A scheduled job as the lists show it. */
const listedShape = {
  scheduledJobId: ['cron_job_id', id],
  orgId: ['org_id', textId],
  commandId: ['kit_id', id],
  commandName: ['kit_name', z.string()],
  templateId: ['ol_id', id],
  name: ['name', z.string()],
  cronExpression: ['cron_expression', z.string()],
  cronTimezone: ['cron_timezone', z.string()],
  isEnabled: ['is_enabled', z.boolean()],
  /** Why Pushboard paused it; null if a person did, or nobody. */
  pausedReason: ['paused_reason', z.string().nullable()],
  isDeleted: ['is_deleted', z.boolean()],
  nextRunAt: ['next_run_time_utc', time.nullable()],
  lastRunAt: ['last_run_time_utc', time.nullable()],
  /** The owner, whose rights its runs have, as `{userId}_{orgId}`. */
  createdByUoId: ['created_by_uo_id', z.string()],
  owner: ['owner', named],
  isMine: ['is_mine', z.boolean()],
  modifiedBy: ['modified_by', named],
  modifiedAt: ['modified_time', time],
  allowsOverlap: ['allows_overlap', z.boolean()],
  /** Whether it leaves out the organization's days off. */
  skipsDaysOff: ['skips_days_off', z.boolean()],
  timeoutSeconds: ['timeout_seconds', z.int().nullable()],
  retryCount: ['retry_count', z.int().nullable()],
  /** The newest first. */
  lastRuns: ['last_runs', z.array(lastRun)],
} as const;

export const listedJob = resource(listedShape);

/** A scheduled job with its values, in the order of the form. */
const jobShape = {
  ...listedShape,
  /** The values by key, without secrets. */
  params: ['runrams', opaqueObject],
  /** The same, as scripts of earlier versions read it. */
  paramsDeprecated: ['runrams_deprecated', opaqueObject],
  inputs: ['cron_job_inputs', z.array(jobInput)],
  /** Coming times that don't fire because someone skipped them, the next first. */
  skippedTimes: ['skipped_times', z.array(time)],
  /** What the rows of its results are sent to by themselves. */
  decorations: ['cron_job_decorations', z.array(jobDecoration)],
  /** What runs by itself when one of its runs fails. */
  errorDecoration: ['cron_job_error_decoration', jobErrorDecoration.nullable()],
} as const;

export const scheduledJob = resource(jobShape);

/** A job right after it was created, with the alerts that were created with it. */
export const createdJob = resource({ ...jobShape, alerts: ['alerts', z.array(createdAlert)] });
