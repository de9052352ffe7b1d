import { z } from 'zod';
import { run, runStatus } from '@/lib/contract/runs/run';
import { followUpKinds } from '@/lib/outputs/follow-up-in';
import { id, longId, longPathId, none, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runApproval } from './run-approval';
import { createdFrom, noEffect, ofRun, onOneRun, runExtras, runOf, runValues } from './run-extras';

const inOrg = z.strictObject({ orgId: textId });

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
  answer: { kind: 'json', status: 201, schema: resource({ runGroupId: ['kit_run_id', longId] }) },
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
  params: z.strictObject({ orgId: textId, runGroupId: longPathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      runGroupId: ['kit_run_id', longId],
      commandId: ['kit_id', id],
      userId: ['user_id', textId],
      runIds: ['run_ids', z.array(longId)],
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
    ...createdFrom,
    searchId: ['searchId', noEffect],
    isDropdown: [
      'isDropdown',
      z
        .boolean()
        .optional()
        .describe(
          'Whether the result is for the options of a dropdown. Has no effect for a command that no dropdown takes its options from.',
        ),
    ],
    followUp: [
      'trigger',
      z
        .enum(followUpKinds)
        .optional()
        .describe(
          "With `parentRunId`: the run is started from a button on that run's result, from its error box, or takes it back.",
        ),
    ],
    parentRunId: ['parentRunId', longId.optional().describe('The run that this one follows up.')],
  }),
  answer: { kind: 'json', status: 201, schema: resource({ runId: ['run_id', longId] }) },
  idempotent: true,
  recalls: true,
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
    params: ['runrams', runValues],
    ...runOf,
    runId: ['runId', longId.describe('The `run_id` that `run-async-i` returned.')],
    tryCache: ['tryCache', z.boolean().optional().describe('Has no effect. Older scripts send it.')],
    ...runExtras,
  }),
  answer: {
    kind: 'json',
    status: 202,
    schema: resource({
      runId: ['run_id', longId],
      status: ['status', runStatus],
      /** The request for approval that the run waits for. */
      approval: ['approval', runApproval.nullable()],
    }),
  },
  idempotent: true,
  recalls: true,
});

/** Whether a run hasn't started, because it waits for approval. */
const waitsForApproval = ({ approval }: z.output<typeof run>): boolean => approval?.state === 'waiting';

export const runAndWait = operation({
  id: 'runAndWait',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-sync',
  summary:
    'Runs a command and responds when it has ended, or with 504 and the run id after ten minutes; 202 with the run if it waits for approval. After 20 seconds the response begins with status 200 and spaces, so that no proxy ends it; a refusal is then its body',
  permission: { needs: 'command', action: 'command.run', id: 'body.kitId', form: true },
  params: inOrg,
  query: none,
  body: requestBody({
    ...runOf,
    params: ['params', runValues],
    isStartup: [
      'isStartup',
      z
        .boolean()
        .optional()
        .describe(
          'Whether to run a startup command for its variables, as the browser does for a person who opens the workspace. Other programs leave it out.',
        ),
    ],
    ...runExtras,
  }),
  answer: { kind: 'json', status: 200, schema: run, isAccepted: waitsForApproval },
  idempotent: true,
  waits: true,
  recalls: true,
});

export const readRun = operation({
  id: 'readRun',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}',
  summary:
    'One run with its result; `wait` holds the response until the run has ended, at most that many seconds',
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
    schema: resource({ runId: ['run_id', longId], status: ['status', runStatus] }),
  },
});
