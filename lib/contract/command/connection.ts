import { z } from 'zod';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { templateChange } from '../sources/sync-diff';
import { commandDetail } from './command';

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId' } as const;

export const listConnectionChoices = operation({
  id: 'listConnectionChoices',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/creds',
  summary:
    'The connections that the caller may give a command: for an org admin all of its kind, for an engineer those of commands that they are an engineer of',
  permission: configures,
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        credentialId: ['creds_id', id],
        name: ['name', z.string()],
        isCurrent: ['is_current', z.boolean()],
      }),
    ),
  },
});

export const compareConnection = operation({
  id: 'compareConnection',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/creds/{credsId}/diff',
  summary: 'What a command runs as another connection has it, found there by name, and how its inputs differ',
  permission: configures,
  params: z.strictObject({ orgId: textId, kitId: pathId, credsId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      cloudName: ['cloud_name', z.string()],
      changes: ['changes', z.array(templateChange)],
      /** What is entered again, because it is not sent to another place: names of HTTP headers, keys of inputs. */
      lostHeaders: ['lost_headers', z.array(z.string())],
      lostDefaults: ['lost_defaults', z.array(z.string())],
      /** How many commands change: all that run the same. */
      commandCount: ['kit_count', z.int()],
      /** A value for `changeConnection`. */
      revision: ['revision', z.string()],
    }),
  },
});

export const changeConnection = operation({
  id: 'changeConnection',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/creds',
  summary:
    'Runs a command, and those that run the same, with another connection, as one revision. Its history stays; secrets are entered again',
  permission: configures,
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: requestBody({
    credentialId: ['credsId', id],
    /** Of the comparison that the person saw. If either side has changed since, the answer is 409. */
    revision: ['revision', z.string().max(100)],
  }),
  answer: { kind: 'json', status: 200, schema: commandDetail },
});

export const updateDatabaseTemplate = operation({
  id: 'updateDatabaseTemplate',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/command-templates-db/{olId}',
  summary:
    'Runs the commands of a database routine with another connection, where the routine is found by name; see `changeConnection`, which shows the difference first',
  permission: { needs: 'template', action: 'template.configure', id: 'path.olId' },
  params: z.strictObject({ orgId: textId, olId: pathId }),
  query: none,
  body: requestBody({
    orgId: ['orgId', textId.optional()],
    credentialId: ['dbCredsId', id],
    /** Of a comparison; without one, the source decides as it is now. */
    revision: ['revision', z.string().max(100).optional()],
  }),
  answer: { kind: 'nothing' },
});
