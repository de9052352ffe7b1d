import { z } from 'zod';
import { id, json, none, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { rowDecoration } from '../command/decoration-shapes';
import { input } from '../command/input-shape';
import { operation } from '../operation';

/** The most rows that one auto-run runs: the first of the result. */
export const MOST_AUTO_RUN_ROWS = 10_000;

/** The job's own value for an input that the decoration doesn't fill. */
const ownInput = {
  inputId: ['lego_instance_input_id', id],
  input: ['lego_instance_input', input],
  /** The value as text; null for a secret. */
  value: ['value', z.string().nullable()],
  valueJson: ['value_json', json],
} as const;

const target = {
  /** Null, like its name, for people who may not see that command. */
  targetCommandId: ['input_kit_id', id.nullable()],
  targetName: ['input_kit_name', z.string().nullable()],
  /** Why nothing runs until someone changes it; null if nothing is known to be wrong. */
  problem: ['problem', z.string().nullable()],
} as const;

export const jobDecoration = resource({
  jobDecorationId: ['cron_job_decoration_id', id],
  decorationId: ['decoration_id', id],
  /** The text of its button; that of the time when it was linked, if it was deleted. */
  name: ['name', z.string()],
  ...target,
  /** Null if it was deleted. */
  decoration: ['decoration', rowDecoration.nullable()],
  /** In the order of the form. Empty for people who may not see the command. */
  inputs: [
    'cron_job_decoration_inputs',
    z.array(resource({ jobInputId: ['cron_job_decoration_input_id', id], ...ownInput })),
  ],
});

export const jobErrorDecoration = resource({
  jobDecorationId: ['cron_job_error_decoration_id', id],
  ...target,
  inputs: [
    'cron_job_error_decoration_inputs',
    z.array(resource({ jobInputId: ['cron_job_error_decoration_input_id', id], ...ownInput })),
  ],
});

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId', form: true } as const;
const ofJob = z.strictObject({ orgId: textId, kitId: pathId, cronJobId: pathId });
const ofDecoration = z.strictObject({
  orgId: textId,
  kitId: pathId,
  cronJobId: pathId,
  decorationId: pathId,
});
const path = '/{orgId}/kits/{kitId}/cron-jobs/{cronJobId}';

const givenInputs = z
  .array(
    requestBody({
      inputId: ['legoInstanceInputId', id],
      value: ['value', z.string().nullable().optional()],
      valueJson: ['valueJson', json.optional()],
    }),
  )
  .max(1000);
/** The confirmation word of the command that is run. */
const confirmation = z.string().max(200).nullable().optional();

export const linkJobDecoration = operation({
  id: 'linkJobDecoration',
  method: 'POST',
  effect: 'change',
  path: `${path}/decorations`,
  summary: `Runs the command of a row decoration for each row of a scheduled job's results, at most ${MOST_AUTO_RUN_ROWS}, as the job's owner`,
  permission: configures,
  params: ofJob,
  query: none,
  body: requestBody({
    cronJobId: ['cronJobId', id.optional()],
    decorationId: ['decorationId', id],
    inputs: ['cronJobDecorationInputs', givenInputs.default([])],
    confirmation: ['confirmation', confirmation],
  }),
  answer: { kind: 'json', status: 201, schema: jobDecoration },
});

export const updateJobDecoration = operation({
  id: 'updateJobDecoration',
  method: 'PATCH',
  effect: 'change',
  path: `${path}/decorations/{decorationId}`,
  summary: "Changes a job's own values for the command of a row decoration",
  permission: configures,
  params: ofDecoration,
  query: none,
  body: requestBody({
    inputs: ['cronJobDecorationInputs', givenInputs.default([])],
    confirmation: ['confirmation', confirmation],
  }),
  answer: { kind: 'json', status: 200, schema: jobDecoration },
});

export const unlinkJobDecoration = operation({
  id: 'unlinkJobDecoration',
  method: 'DELETE',
  effect: 'change',
  path: `${path}/decorations/{decorationId}`,
  summary: "Runs nothing for the rows of a job's results anymore",
  permission: configures,
  params: ofDecoration,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const setJobErrorDecoration = operation({
  id: 'setJobErrorDecoration',
  method: 'POST',
  effect: 'change',
  path: `${path}/error-decorations`,
  summary:
    "Runs the command of the error decoration when a scheduled run fails, as the job's owner; replaces its values",
  permission: configures,
  params: ofJob,
  query: none,
  body: requestBody({
    cronJobId: ['cronJobId', id.optional()],
    outputCommandId: ['errorDecorationOutputKitId', id.optional()],
    inputs: ['cronJobErrorDecorationInputs', givenInputs.default([])],
    confirmation: ['confirmation', confirmation],
  }),
  answer: { kind: 'json', status: 201, schema: jobErrorDecoration },
});

export const unsetJobErrorDecoration = operation({
  id: 'unsetJobErrorDecoration',
  method: 'DELETE',
  effect: 'change',
  path: `${path}/error-decorations`,
  summary: 'Runs nothing when a scheduled run fails anymore',
  permission: configures,
  params: ofJob,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
