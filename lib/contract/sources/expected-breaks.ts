import { z } from 'zod';
import { id, none, pathId, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { diff } from './sync-diff';

/** How often the worker looks what a sync of a connection would break. */
export const lookEvery = z.enum(['off', 'daily', 'hourly']);

/** What the last look at a source found, which it keeps up to date by itself. */
export const sourceLook = resource({
  every: ['every', lookEvery],
  /** When it began; null before the first look. */
  at: ['time', time.nullable()],
  /** Why the source could not be read; null if it could. */
  failure: ['failure', z.string().nullable()],
  /** How many things at the source differ from the commands made of them. */
  changeCount: ['change_count', z.int()],
  /** How many things the next sync would break. */
  breakCount: ['break_count', z.int()],
});

/** Something that a sync would break: a scheduled job, a webhook, a condition, a button, a command, … */
export const expectedBreak = resource({
  templateId: ['ol_id', id],
  cloudName: ['cloud_name', z.string()],
  /** The command whose engineers can prepare for it; null if only its creator may see it. */
  commandId: ['kit_id', id.nullable()],
  commandName: ['kit_name', z.string().nullable()],
  /** As in a diff: `job`, `check`, `button`, …; `command` for one that the source no longer has. */
  kind: ['kind', z.string()],
  /** The key of the input that changed; empty if the whole thing is gone. */
  key: ['key', z.string()],
  /** What it is called; empty if it has no name. */
  name: ['name', z.string()],
  /** What would happen, in a sentence. */
  words: ['words', z.string()],
});

/** What would differ and break. */
export const sourceCheck = resource({
  wouldBreak: ['would_break', z.boolean()],
  breaks: ['breaks', z.array(expectedBreak)],
  diff: ['diff', diff],
});

const onConnection = {
  method: 'POST',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, credsId: pathId }),
  query: none,
  answer: { kind: 'json', status: 200, schema: sourceCheck },
} as const;

export const lookAtSource = operation({
  ...onConnection,
  id: 'lookAtSource',
  effect: 'change',
  path: '/{orgId}/creds/{credsId}/looks',
  summary:
    'Checks what a sync of a connection would change and break. The result is kept, shown where it matters, and sent to the engineers concerned',
  body: null,
});

export const checkConnection = operation({
  ...onConnection,
  id: 'checkConnection',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/check-connection',
  summary:
    'What would change and break if the source of a connection were like that of another one, such as a staging database; nothing is kept',
  body: requestBody({
    /** A connection of the same kind. */
    otherCredentialId: ['otherCredsId', id],
  }),
});

export const checkDescription = operation({
  ...onConnection,
  id: 'checkDescription',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/check-description',
  summary:
    'What would change and break if a description of an API replaced the uploaded one; nothing is kept. One file, of the same title and server unless it says which one it replaces',
  body: requestBody({
    /** Digits: the id of the description that the file would replace. */
    staticCommandSourceId: ['staticCommandSourceId', pathId.optional()],
  }),
  files: true,
});
