import { z } from 'zod';
import { none, pathId, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

const shape = {
  /** What the source calls. */
  url: ['url', z.string()],
  createdAt: ['created_time', time],
  /** When a signed call last came, whatever it told of; null if none came. */
  lastCalledAt: ['last_called_time', time.nullable()],
  /** When a call last came whose signature was wrong. */
  unsignedAt: ['unsigned_time', time.nullable()],
  /** When a push to the connection's branch was last noticed, and its newest commit: null if the branch was deleted. */
  lastPushAt: ['last_push_time', time.nullable()],
  lastPushCommit: ['last_push_commit', z.string().nullable()],
} as const;

/** Where the source of a connection tells of pushes. */
export const pushWebhook = resource(shape);

/** The same with what the source signs its calls with, which is shown this once. */
export const pushWebhookWithSecret = resource({ ...shape, secret: ['secret', z.string()] });

const ofConnection = {
  effect: 'change',
  path: '/{orgId}/creds/{credsId}/push-webhook',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, credsId: pathId }),
  query: none,
  body: null,
} as const;

export const makePushWebhook = operation({
  ...ofConnection,
  id: 'makePushWebhook',
  method: 'POST',
  summary:
    'Creates the address where a repository reports pushes, or replaces its secret, which is returned this once',
  answer: { kind: 'json', status: 200, schema: pushWebhookWithSecret },
});

export const removePushWebhook = operation({
  ...ofConnection,
  id: 'removePushWebhook',
  method: 'DELETE',
  summary: 'Removes the address where a repository reports pushes; commands keep what is known of them',
  answer: { kind: 'nothing' },
});
