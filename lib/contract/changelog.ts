import { z } from 'zod';
import { operation } from './operation';
import { queryNumber, textId, time } from './values';
import { resource } from './wire';

const named = resource({ name: ['name', z.string()] });

/** What was added to the organisation at once, and the release that it made. */
export const changelogEntry = resource({
  majorVersion: ['major_deprecated', z.int()],
  minorVersion: ['minor_deprecated', z.int()],
  patchVersion: ['patch_deprecated', z.int()],
  changedAt: ['changed_time', time],
  changedBy: ['changed_by_user', named.nullable()],
  commands: ['command_templates', z.array(named)],
  /** How many there are; the names are at most twenty. */
  commandCount: ['command_template_count', z.int()],
});

export const listChangelog = operation({
  id: 'listChangelog',
  method: 'GET',
  path: '/{orgId}/changelog',
  summary: 'What was added to the organisation, the latest first, page by page',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    page: queryNumber(0, 10_000).optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(changelogEntry) },
});
