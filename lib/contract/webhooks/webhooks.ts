import { z } from 'zod';
import { parseObjectPath } from '@/lib/outputs/object-path';
import { id, json, none, pathId, textId, typedLabel } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { operation } from '../operation';
import {
  LISTED_DELIVERIES,
  LONGEST_WEBHOOK_NAME,
  listedWebhook,
  PREVIOUS_SECRET_HOURS,
  webhook,
  webhookDelivery,
  webhookWithSecret,
} from './webhook';

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId', form: true } as const;
const inOrg = z.strictObject({ orgId: textId });
const ofCommand = z.strictObject({ orgId: textId, kitId: pathId });
const oneWebhook = z.strictObject({ orgId: textId, kitId: pathId, webhookId: pathId });
const path = '/{orgId}/kits/{kitId}/webhooks';

const name = typedLabel(LONGEST_WEBHOOK_NAME, 'Enter a name');
const bodyPath = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => parseObjectPath(text) !== null, 'Must be a path, such as order.id or items[0].sku');

/** The inputs that get a value. One has a path into the body, or a fixed value; the empty path is the whole body. */
const inputs = z
  .array(
    requestBody({
      inputId: ['legoInstanceInputId', id],
      path: ['path', bodyPath.nullable().optional()],
      valueJson: ['valueJson', json.optional()],
    }),
  )
  .max(1000);

/** The command's `confirmation_word`, which nobody types when a delivery comes. */
const confirmation = z.string().max(200).nullable();

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/webhooks',
  summary: 'The webhooks of the commands that the caller configures, by name',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(listedWebhook) },
});

export const listCommandWebhooks = operation({
  id: 'listCommandWebhooks',
  method: 'GET',
  effect: 'read',
  path,
  summary: 'The webhooks of a command, with where their values come from',
  permission: configures,
  params: ofCommand,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(webhook) },
});

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  effect: 'change',
  path,
  summary:
    'Creates an address that starts a command; its runs have the rights of the caller, checked each time. The secret is returned this once',
  permission: configures,
  params: ofCommand,
  query: none,
  body: requestBody({
    name: ['name', name],
    inputs: ['inputs', inputs.default([])],
    confirmation: ['confirmation', confirmation.optional()],
  }),
  answer: { kind: 'json', status: 201, schema: webhookWithSecret },
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  effect: 'change',
  path: `${path}/{webhookId}`,
  summary: 'Renames, pauses, or resumes a webhook, or replaces where its values come from',
  permission: configures,
  params: oneWebhook,
  query: none,
  body: requestBody({
    name: ['name', name.optional()],
    isEnabled: ['isEnabled', z.boolean().optional()],
    inputs: ['inputs', inputs.optional()],
    confirmation: ['confirmation', confirmation.optional()],
  }),
  answer: { kind: 'json', status: 200, schema: webhook },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  effect: 'change',
  path: `${path}/{webhookId}`,
  summary: 'Deletes a webhook for good, so that its address stops working',
  permission: configures,
  params: oneWebhook,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const takeWebhook = operation({
  id: 'takeWebhook',
  method: 'POST',
  effect: 'change',
  path: `${path}/{webhookId}/take`,
  summary: 'Makes the caller the owner of a webhook, so that its runs have their rights',
  permission: configures,
  params: oneWebhook,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: webhook },
});

export const replaceWebhookSecret = operation({
  id: 'replaceWebhookSecret',
  method: 'POST',
  effect: 'change',
  path: `${path}/{webhookId}/secret`,
  summary: `Replaces the secret of a webhook, and returns the new one this once; the previous one counts for ${PREVIOUS_SECRET_HOURS} more hours`,
  permission: configures,
  params: oneWebhook,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: webhookWithSecret },
});

export const endPreviousWebhookSecret = operation({
  id: 'endPreviousWebhookSecret',
  method: 'DELETE',
  effect: 'change',
  path: `${path}/{webhookId}/secret`,
  summary: 'Ends the replaced secret of a webhook at once; the current one stays',
  permission: configures,
  params: oneWebhook,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: webhook },
});

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  effect: 'read',
  path: `${path}/{webhookId}/deliveries`,
  summary: `What came to a webhook and what came of it, the newest ${LISTED_DELIVERIES} first`,
  permission: configures,
  params: oneWebhook,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(webhookDelivery) },
});

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  effect: 'run',
  path: `${path}/{webhookId}/test`,
  summary: 'Delivers a body to a webhook, as if it had come signed; it starts a real run',
  permission: configures,
  params: oneWebhook,
  query: none,
  body: requestBody({ body: ['body', json] }),
  answer: { kind: 'json', status: 200, schema: webhookDelivery },
});
