import { z } from 'zod';
import { visibility } from './commands';
import { operation } from './operation';
import { id, none, textId } from './values';
import { requestBody, resource } from './wire';

const commandOfTemplate = resource({
  commandId: ['kit_id', id],
  name: ['name', z.string()],
  visibility: ['kit_visibility', visibility],
});

export const diffRow = resource({
  cloudId: ['cloud_id', z.string()],
  cloudName: ['cloud_name', z.string()],
  friendlyName: ['friendly_name', z.string()],
  diffType: ['diff_type', z.enum(['addition', 'deletion', 'update', 'undeletion', 'already_added', 'error'])],
  commands: ['cmd_instances', z.array(commandOfTemplate)],
  templateId: ['ol_id', id.nullable()],
  staticCommandSourceId: ['static_command_source_id', id.nullable()],
  commandId: ['kit_id', id.nullable()],
  /** Why it cannot be run with this connection, in words. */
  unavailableReason: ['unavailable_reason', z.string().nullable()],
  extension: ['extension', z.string().nullable()],
  /** What else the source declares of it, e.g. `security definer`, `stable`. */
  traits: ['traits', z.array(z.string())],
});

export const diff = resource({
  added: ['added', z.array(diffRow)],
  deleted: ['deleted', z.array(diffRow)],
  modified: ['modified', z.array(diffRow)],
  undeleted: ['undeleted', z.array(diffRow)],
  alreadyAdded: ['already_added', z.array(diffRow)],
  error: ['error', z.array(diffRow)],
});

const commit = requestBody({
  // A routine may have a hundred arguments, each with the name of its type.
  cloudId: ['cloudId', z.string().min(1).max(20_000)],
  staticCommandSourceId: ['staticCommandSourceId', id.nullable().optional()],
  credentialId: ['credsId', id],
  commitType: ['commitType', z.literal('addition')],
});

const inOrg = z.strictObject({ orgId: textId });

export const findAdditions = operation({
  id: 'findAdditions',
  method: 'POST',
  path: '/{orgId}/find-additions',
  summary: 'What a connection offers that is no command yet',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({ credentialId: ['credsId', id] }),
  answer: { kind: 'json', status: 200, schema: diff },
});

export const commitBatch = operation({
  id: 'commitBatch',
  method: 'POST',
  path: '/{orgId}/batch-commit',
  summary: 'Makes commands of what was chosen; one bad row does not stop the others',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: z.union([commit, z.array(commit).min(1).max(2000)]),
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
            commands: [
              'command_instances',
              z.array(resource({ commandId: ['kit_id', id], name: ['name', z.string()] })),
            ],
          }),
        ),
      ],
    }),
  },
});
