import { z } from 'zod';
import { longId, longPathId, none, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runStatus } from './run';
import { createdFrom, noEffect, runOf, runValues, startExtras } from './run-extras';

/** Its keys are in snake case, as the documents give them: scripts send them. */
export const runAndReturnUrl = operation({
  id: 'runAndReturnUrl',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-sync-return-url',
  summary:
    'Runs a command, waits for its end, and returns the address of its result; 504 with the run id after ten minutes',
  permission: { needs: 'command', action: 'command.run', id: 'body.kit_id', form: true },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    templateId: ['ol_id', runOf.templateId[1]],
    commandId: ['kit_id', runOf.commandId[1]],
    runGroupId: ['run_group_id', createdFrom.runGroupId[1]],
    commandInstanceId: ['command_instance_id', noEffect],
    chainInstanceId: ['chain_instance_id', noEffect],
    params: ['params', runValues],
    ...startExtras,
    baseUrl: [
      'spa_host',
      z
        .string()
        .max(2000)
        .nullish()
        .describe('Where people look at the result: the address of this Pushboard. May be left out.'),
    ],
  }),
  answer: {
    kind: 'json',
    status: 200,
    isAccepted: ({ status }) => status === 'starting',
    schema: resource({
      runId: ['run_id', longId],
      status: ['status', runStatus],
      /** The page with the result, for people with access who sign in. */
      url: ['url', z.string()],
    }),
  },
  idempotent: true,
  waits: true,
});

export const readLogUrl = operation({
  id: 'readLogUrl',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/run-log-url/{runId}',
  summary: "The address of a run's log: that of the source, or the one kept here",
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: z.strictObject({ orgId: textId, runId: longPathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: resource({ url: ['url', z.string()] }) },
});
