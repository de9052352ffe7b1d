import { z } from 'zod';
import { commandSettings } from '@/lib/settings/command-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import { partialShape } from '@/lib/settings/wire-shapes';
import { json, none, pathId, queryNumber, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { changeType } from './changelog';
import { commandDetail } from './command';
import { rowTerms } from './decoration-shapes';

const decoration = resource({
  decorationId: ['decoration_id', z.int()],
  kind: ['kind', z.enum(['row', 'object'])],
  name: ['name', z.string()],
  targetCommandId: ['input_kit_id', z.int()],
  resultSet: ['result_set_zero_idx', z.int()],
  shownWhen: ['shown_when', rowTerms.optional()],
  maps: ['maps', z.array(resource({ inputKey: ['key', z.string()], path: ['path', z.string()] }))],
});

/** One thing that differs: see lib/settings/configuration.ts. */
const difference = resource({
  inputKey: ['input_key', z.string().nullable()],
  setting: ['setting', z.string()],
  before: ['before', json],
  after: ['after', json],
});

const revisionShape = {
  /** Null for a change from before revisions were kept. */
  version: ['revision', z.int().nullable()],
  /** Null for how the command stood before the first change that was kept. */
  changeType: ['change_type', changeType.nullable()],
  restoredVersion: ['restored_revision', z.int().nullable()],
  changedAt: ['timestamp_utc', time],
  changedByUserId: ['changed_by_user_id', textId.nullable()],
  changedBy: ['changed_by_user', resource({ name: ['name', z.string()] }).nullable()],
} as const;

const onOneCommand = z.strictObject({ orgId: textId, kitId: pathId });
const onOneRevision = z.strictObject({ orgId: textId, kitId: pathId, revision: pathId });
const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId' } as const;

export const listRevisions = operation({
  id: 'listRevisions',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/revisions',
  summary: 'What was changed of a command, the latest first, page by page',
  permission: configures,
  params: onOneCommand,
  query: z.strictObject({
    page: queryNumber(0, 10_000).optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        ...revisionShape,
        /** From the revision before it. */
        differences: ['differences', z.array(difference)],
        /** Of a change from before revisions were kept: which settings it changed, by name. */
        changed: ['changed', z.array(z.string())],
      }),
    ),
  },
});

export const readRevision = operation({
  id: 'readRevision',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/revisions/{revision}',
  summary: 'How a command was configured, and how that differs from now',
  permission: configures,
  params: onOneRevision,
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      ...revisionShape,
      settings: ['settings', resource(partialShape(commandSettings))],
      /** The names of the HTTP headers. */
      headers: ['headers', z.array(z.string())],
      inputs: [
        'inputs',
        z.array(
          resource({
            key: ['key', z.string()],
            typeId: ['type_id', z.string()],
            ...partialShape(inputSettings),
          }),
        ),
      ],
      /** Absent in a revision from before there were decorations. */
      decorations: ['decorations', z.array(decoration).optional()],
      errorTarget: ['error_input_kit_id', z.int().nullable().optional()],
      /** The other revisions of the command, the latest first; at most 10,000. */
      others: ['other_revisions', z.array(z.int())],
      /** From this revision to now. */
      differences: ['differences_to_current', z.array(difference)],
    }),
  },
});

export const compareRevisions = operation({
  id: 'compareRevisions',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/revisions/{revision}/differences/{other}',
  summary: 'How one revision of a command differs from another one, setting by setting',
  permission: configures,
  params: z.strictObject({ orgId: textId, kitId: pathId, revision: pathId, other: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      /** `before` is of the revision, `after` of the other one. */
      differences: ['differences', z.array(difference)],
    }),
  },
});

export const restoreRevision = operation({
  id: 'restoreRevision',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/revisions/{revision}/restore',
  summary: 'Configures a command as it was; secrets, folder and visibility stay as they are',
  permission: configures,
  params: onOneRevision,
  query: none,
  body: requestBody({
    /** The command's version that was last read; a stale one is refused with 409 and the current state. */
    version: ['version', z.int().min(1).optional()],
  }),
  answer: { kind: 'json', status: 200, schema: commandDetail },
});
