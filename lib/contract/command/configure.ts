import { z } from 'zod';
import { commandName, commandSettings, ownSettings, templateSettings } from '@/lib/settings/command-settings';
import { bodyShape } from '@/lib/settings/wire-shapes';
import { id, none, opaqueObject, pathId, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { commandDetail } from './command';

/** The version that was read last. A stale one is refused with 409 and the current state. */
const version = z.int().min(1).optional();
const orgId = textId.optional();

const detail = { kind: 'json', status: 200, schema: commandDetail } as const;
const onOneCommand = z.strictObject({ orgId: textId, kitId: pathId });

export const updateCommand = operation({
  id: 'updateCommand',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}',
  summary:
    'Changes the settings of a command, and those that it shares with the other commands of its template, as one revision. Of a copycat, its name and its folder',
  permission: { needs: 'command', action: 'command.place', id: 'path.kitId' },
  params: onOneCommand,
  query: none,
  body: requestBody({
    ...bodyShape(commandSettings),
    orgId: ['orgId', orgId],
    version: ['version', version],
  }),
  answer: detail,
});

export const deleteCommand = operation({
  id: 'deleteCommand',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}',
  summary: 'Deletes a command; its history is kept',
  permission: { needs: 'command', action: 'command.delete', id: 'path.kitId' },
  params: onOneCommand,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

/** The limit on listed deleted commands, latest first. */
export const MOST_DELETED = 500;

export const listDeletedCommands = operation({
  id: 'listDeletedCommands',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/deleted-kits',
  summary: `The latest ${MOST_DELETED} deleted commands, except other people's private ones`,
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        commandId: ['kit_id', id],
        name: ['name', z.string()],
        cloudName: ['cloud_name', z.string()],
        sourceKind: ['source_kind', z.string()],
        sourceName: ['source_name', z.string()],
        deletedAt: ['deleted_at', time],
        /** Whether its template was deleted too; then a sync with the source restores both. */
        isTemplateDeleted: ['is_ol_deleted', z.boolean()],
      }),
    ),
  },
});

export const restoreCommand = operation({
  id: 'restoreCommand',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/deleted-kits/{kitId}/restore',
  summary: 'Brings a deleted command back, as it was',
  permission: { needs: 'org', action: 'org.connect' },
  params: onOneCommand,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const updateTemplate = operation({
  id: 'updateTemplate',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/command-templates/{olId}',
  summary:
    'Changes the name, the description, the warning tag, the Run button, the running message and the HTTP headers of a template and its commands',
  permission: { needs: 'template', action: 'template.configure', id: 'path.olId' },
  params: z.strictObject({ orgId: textId, olId: pathId }),
  query: none,
  body: requestBody({
    ...bodyShape(templateSettings),
    /** The name of its commands; null for the one from the source. */
    overrideName: ['overrideName', commandName.nullable().optional()],
    /** The description of its commands. */
    description: ['description', ownSettings.description.sent],
    /** All headers by name, as an object or its JSON text. One that reads `{"is_set": true}` keeps its value. */
    headers: [
      'headers',
      z
        .union([z.string().max(500_000), opaqueObject])
        .nullable()
        .optional(),
    ],
    orgId: ['orgId', orgId],
    version: ['version', version],
  }),
  answer: { kind: 'nothing' },
});
