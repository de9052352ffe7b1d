import { z } from 'zod';
import {
  id,
  json,
  longId,
  none,
  opaqueObject,
  pathId,
  queryBoolean,
  queryNumber,
  textId,
  time,
  typedLabel,
} from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { MOST_ALERTS, newAlert } from './job-alerts';
import {
  createdJob,
  jobRetries,
  jobTimeout,
  LONGEST_JOB_NAME,
  listedJob,
  scheduledJob,
} from './scheduled-job';

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId', form: true } as const;
const inOrg = z.strictObject({ orgId: textId });
const ofCommand = z.strictObject({ orgId: textId, kitId: pathId });
const oneJob = z.strictObject({ orgId: textId, kitId: pathId, cronJobId: pathId });
const path = '/{orgId}/kits/{kitId}/cron-jobs';

/** What came of a time at which a job was due. */
export const FIRING_OUTCOMES = ['succeeded', 'failed', 'called_off', 'running'] as const;

/** The most jobs on a page of the list. */
export const JOBS_A_PAGE = 200;

const name = typedLabel(LONGEST_JOB_NAME, 'Enter a name');
const jobInputs = z.array(
  requestBody({
    inputId: ['legoInstanceInputId', id],
    value: ['value', z.string().nullable().optional()],
    valueJson: ['valueJson', json.optional()],
  }),
);

/** What both creating and changing a job take. */
const settings = {
  allowsOverlap: ['allowsOverlap', z.boolean().optional()],
  skipsDaysOff: ['skipsDaysOff', z.boolean().optional()],
  timeoutSeconds: ['timeoutSeconds', jobTimeout.optional()],
  retryCount: ['retryCount', jobRetries.optional()],
  /** The values, by input; or `runrams`, by key. */
  inputs: ['cronJobInputs', jobInputs.max(1000).optional()],
  params: ['runrams', opaqueObject.optional()],
  /** The command's `confirmation_word`, which nobody types when the job fires. */
  confirmation: ['confirmation', z.string().max(200).nullable().optional()],
} as const;

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/cron-jobs',
  summary:
    'The scheduled jobs of the commands that the caller configures: by the next time they fire, paused ones last',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: z.strictObject({
    showDeleted: queryBoolean.optional(),
    onlyDeleted: queryBoolean.optional(),
    /** One job alone, deleted or not. */
    cronJobId: pathId.optional(),
    /** Part of a job's or command's name. */
    search: z.string().max(200).optional(),
    mine: queryBoolean.optional(),
    failing: queryBoolean.optional(),
    page: queryNumber(0, 10_000).optional(),
    per_page: queryNumber(1, JOBS_A_PAGE).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(listedJob) },
});

export const listCommandJobs = operation({
  id: 'listCommandJobs',
  method: 'GET',
  effect: 'read',
  path,
  summary: 'The scheduled jobs of a command, with their values',
  permission: configures,
  params: ofCommand,
  query: z.strictObject({ showDeleted: queryBoolean.optional() }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(scheduledJob) },
});

export const createJob = operation({
  id: 'createJob',
  method: 'POST',
  effect: 'change',
  path,
  summary: 'Puts a command on a schedule; its runs have the rights of the caller, checked each time',
  permission: configures,
  params: ofCommand,
  query: none,
  body: requestBody({
    cronExpression: ['cronExpression', z.string().max(500)],
    cronTimezone: ['cronTimezone', z.string().max(100).optional()],
    name: ['name', name],
    isEnabled: ['isEnabled', z.boolean().optional()],
    ...settings,
    /** Who is told how its runs end, from the first one on. */
    alerts: ['alerts', z.array(newAlert).max(MOST_ALERTS).optional()],
    paramsDeprecated: ['runramsDeprecated', z.unknown().optional()],
    orgId: ['orgId', textId.optional()],
    templateId: ['olId', id.optional()],
    commandId: ['kitId', id.optional()],
    createdByUoId: ['createdByUoId', z.string().nullable().optional()],
    lastRunAt: ['lastRunTimeUtc', z.null().optional()],
    isDeleted: ['isDeleted', z.literal(false).optional()],
  }),
  answer: { kind: 'json', status: 201, schema: createdJob },
});

export const readJob = operation({
  id: 'readJob',
  method: 'GET',
  effect: 'read',
  path: `${path}/{cronJobId}`,
  summary: 'A scheduled job with its values',
  permission: configures,
  params: oneJob,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: scheduledJob },
});

export const updateJob = operation({
  id: 'updateJob',
  method: 'PATCH',
  effect: 'change',
  path: `${path}/{cronJobId}`,
  summary: 'Changes, pauses, resumes, deletes, or restores a scheduled job',
  permission: configures,
  params: oneJob,
  query: none,
  body: requestBody({
    cronExpression: ['cronExpression', z.string().max(500).optional()],
    cronTimezone: ['cronTimezone', z.string().max(100).optional()],
    name: ['name', name.optional()],
    isEnabled: ['isEnabled', z.boolean().optional()],
    isDeleted: ['isDeleted', z.boolean().optional()],
    ...settings,
  }),
  answer: { kind: 'json', status: 200, schema: scheduledJob },
});

export const deleteJob = operation({
  id: 'deleteJob',
  method: 'DELETE',
  effect: 'change',
  path: `${path}/{cronJobId}`,
  summary: 'Deletes a scheduled job; it can be restored',
  permission: configures,
  params: oneJob,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const takeJob = operation({
  id: 'takeJob',
  method: 'POST',
  effect: 'change',
  path: `${path}/{cronJobId}/take`,
  summary: 'Makes the caller the owner of a scheduled job, so that its runs have their rights',
  permission: configures,
  params: oneJob,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: scheduledJob },
});

export const skipTime = operation({
  id: 'skipTime',
  method: 'POST',
  effect: 'change',
  path: `${path}/{cronJobId}/skip`,
  summary: 'Skips a coming time of a scheduled job, or takes that back; the history says who did',
  permission: configures,
  params: oneJob,
  query: none,
  /** A time of its schedule that is still to come, and within a year. */
  body: requestBody({ time: ['time', time], isSkipped: ['isSkipped', z.boolean().default(true)] }),
  answer: { kind: 'json', status: 200, schema: scheduledJob },
});

/** The most jobs whose past times one request asks for, and the most times of a day that it tells one by one. */
export const MOST_JOBS_SHOWN = 50;
export const MOST_TIMES_A_DAY = 24;

export const listFirings = operation({
  id: 'listFirings',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/cron-job-firings',
  summary: 'What came of the times of some scheduled jobs in the last days, by job and day',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: z.strictObject({
    /** Ids with commas in between. */
    cronJobIds: z
      .string()
      .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/)
      .max(10 * MOST_JOBS_SHOWN),
    /** Whose days they are. */
    zone: z.string().max(100),
    days: queryNumber(1, 14).optional(),
  }),
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        scheduledJobId: ['cron_job_id', id],
        date: ['date', z.iso.date()],
        succeeded: ['succeeded', z.int()],
        failed: ['failed', z.int()],
        calledOff: ['called_off', z.int()],
        running: ['running', z.int()],
        /** The first of them. */
        times: [
          'times',
          z.array(
            resource({
              at: ['time', time],
              outcome: ['outcome', z.enum(FIRING_OUTCOMES)],
              runId: ['run_id', longId.nullable()],
            }),
          ),
        ],
      }),
    ),
  },
});

/** The most times that one request runs. */
export const MOST_BACKFILLED = 100;

export const runJobNow = operation({
  id: 'runJobNow',
  method: 'POST',
  effect: 'run',
  path: `${path}/{cronJobId}/run`,
  summary: 'Fires a scheduled job now, with the rights of its owner; its schedule stays as it is',
  permission: configures,
  params: oneJob,
  query: none,
  body: null,
  answer: { kind: 'json', status: 202, schema: scheduledJob },
});

export const backfillJob = operation({
  id: 'backfillJob',
  method: 'POST',
  effect: 'run',
  path: `${path}/{cronJobId}/backfill`,
  summary: `Fires a scheduled job for its times in a span that did not start a run, at most ${MOST_BACKFILLED}`,
  permission: configures,
  params: oneJob,
  query: none,
  body: requestBody({ from: ['from', time], to: ['to', time] }),
  answer: { kind: 'json', status: 202, schema: resource({ count: ['count', z.int()] }) },
});
