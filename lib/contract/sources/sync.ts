import { z } from 'zod';
import { warningTag } from '@/lib/settings/command-choices';
import { commandName } from '@/lib/settings/command-settings';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { diff } from './sync-diff';

// A routine may have a hundred arguments, each with the name of its type.
export const cloudId = z.string().min(1).max(20_000);

const staticSource = id.nullable().optional();

const commit = requestBody({
  cloudId: ['cloudId', cloudId],
  staticCommandSourceId: ['staticCommandSourceId', staticSource],
  credentialId: ['credsId', id],
  commitType: ['commitType', z.enum(['addition', 'update', 'undeletion', 'deletion'])],
  /** The folder for an added command; it takes an engineer of that folder. */
  folderId: ['directoryId', id.nullable().optional()],
  /** The name of an added command; without it, one is made from the name at the source. */
  name: ['name', commandName.optional()],
  /** What an added command does to data; without it, what the source says. */
  warningTag: ['warningTag', warningTag.nullable().optional()],
  /** The row's revision as reviewed. If either side has changed since, nothing is done. */
  revision: ['revision', z.string().max(100).optional()],
  /**
   * New names of inputs that the diff shows as renamed, for which nothing is carried over: the former input counts as
   * removed, and this one as added. Without a revision, only names that differ in letter case and separators are renames.
   */
  refusedRenames: ['refusedRenames', z.array(z.string().max(2000)).max(1000).optional()],
});

const inOrg = z.strictObject({ orgId: textId });
const answersDiff = { kind: 'json', status: 200, schema: diff } as const;

export const findAdditions = operation({
  id: 'findAdditions',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/find-additions',
  summary: "What a connection offers that isn't a command yet",
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({ credentialId: ['credsId', id] }),
  answer: answersDiff,
});

export const readDiff = operation({
  id: 'readDiff',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/diff',
  summary: 'How a connection differs from the commands made of it, and what bringing it over would affect',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, credsId: pathId }),
  query: none,
  body: null,
  answer: answersDiff,
});

export const bulkDiff = operation({
  id: 'bulkDiff',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/bulk-diff',
  summary:
    'The same for several connections at once; one that cannot be read is reported as an error along with the rest',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: z
    .array(
      requestBody({
        staticCommandSourceId: ['staticCommandSourceId', staticSource],
        credentialId: ['credsId', id],
      }),
    )
    .min(1)
    .max(100),
  answer: answersDiff,
});

/** More rows than this are sent in several requests. */
const MOST_COMMITS = 2000;

const committedCommand = resource({ commandId: ['kit_id', id], name: ['name', z.string()] });

export const commitBatch = operation({
  id: 'commitBatch',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/batch-commit',
  summary: 'Adds, updates, deletes or brings back what was chosen; one bad row does not stop the others',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: z.union([commit, z.array(commit).min(1).max(MOST_COMMITS)], {
    error: ({ input }) =>
      Array.isArray(input) && input.length > MOST_COMMITS
        ? `At most ${MOST_COMMITS.toLocaleString('en-US')} rows can be sent at once; these are ${input.length.toLocaleString('en-US')}. Send them in several requests.`
        : undefined,
  }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      commits: [
        'commits',
        z.array(
          resource({
            cloudId: ['cloud_id', z.string()],
            error: ['error', z.string().nullable()],
            commands: ['command_instances', z.array(committedCommand)],
          }),
        ),
      ],
    }),
  },
});

/** The first stage reads the source, the second changes the command; at most one of them fails. */
const synced = resource({
  reading: ['stage1', resource({ error: ['error', z.string().nullable()] })],
  writing: [
    'stage2',
    resource({ error: ['error', z.string().nullable()], commandId: ['kit_id', id.nullable()] }),
  ],
});

export const syncTemplate = operation({
  id: 'syncTemplate',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/syncs-2',
  summary: 'Updates one command to what its source says now; the settings of its engineers stay',
  permission: { needs: 'template', action: 'template.configure', id: 'body.olId' },
  params: inOrg,
  query: none,
  body: requestBody({ templateId: ['olId', id], credentialId: ['credsId', id] }),
  answer: { kind: 'json', status: 200, schema: synced },
});

export const syncCloudId = operation({
  id: 'syncCloudId',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/syncs/cloud_id',
  summary:
    'Creates a command from one thing at a source, or updates the one there is to what the source says now',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({ cloudId: ['cloudId', cloudId], credentialId: ['credsId', id] }),
  answer: { kind: 'json', status: 200, schema: synced },
});
