import { z } from 'zod';
import { id, queryNumber, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/**
 * What can happen to a command: by a sync (`sync_`), which applies what the source says, or by an engineer (`user_`).
 */
export const changeType = z.enum([
  'sync_creation',
  'sync_update',
  'sync_deletion',
  'sync_undeletion',
  'user_update',
  'user_deletion',
  'user_undeletion',
]);

const named = resource({ name: ['name', z.string()] });

/** What happened to one command in a release. */
const changedCommand = resource({
  changeId: ['changelog_cmd_template_id', z.int()],
  changeType: ['change_type', changeType],
  templateId: ['ol_id', id],
  commandId: ['kit_id', id],
  name: ['name', z.string()],
  /** The settings that an update changed, by their API names; `inputs` stands for any of its inputs. */
  changed: ['changed', z.array(z.string())],
});

/** The changes that one request made to an organization's commands, and the release they form. */
export const changelogEntry = resource({
  majorVersion: ['major_deprecated', z.int()],
  minorVersion: ['minor_deprecated', z.int()],
  patchVersion: ['patch_deprecated', z.int()],
  changedAt: ['timestamp_utc', time],
  changedByUserId: ['changed_by_user_id', textId.nullable()],
  changedBy: ['changed_by_user', named.nullable()],
  /** At most twenty, by name. */
  changes: ['changelog_cmd_templates', z.array(changedCommand)],
  /** The number of changes of each type. */
  counts: [
    'change_counts',
    z.array(resource({ changeType: ['change_type', changeType], count: ['count', z.int()] })),
  ],
  /** The names of the same commands, as the team page has them. */
  commands: ['command_templates', z.array(named)],
});

export const listChangelog = operation({
  id: 'listChangelog',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/changelog',
  summary:
    'What was added to the organization, changed, deleted and brought back, the latest first, page by page',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    /** `ol_id:7` returns the changes to one command only. */
    filter: z
      .array(z.string().max(200))
      .max(1)
      .optional()
      .describe('Only changes of one template: `ol_id:7`.'),
    page: queryNumber(0, 10_000).optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(changelogEntry) },
});
