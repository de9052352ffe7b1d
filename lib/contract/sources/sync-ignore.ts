import { z } from 'zod';
import { id, none, pathId, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { cloudId } from './sync';

const ignored = resource({
  ignoreId: ['ignore_id', id],
  cloudId: ['cloud_id', z.string()],
  ignoredByName: ['ignored_by_name', z.string().nullable()],
  ignoredAt: ['ignored_at', time],
});

/** Text with a character that no database stores can't name anything at a source. */
const storableCloudId = cloudId.refine((text) => !text.includes('\0'), 'Must be the id of something');

const inOrg = z.strictObject({ orgId: textId });

export const ignoreThing = operation({
  id: 'ignoreThing',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/flankignore',
  summary: 'Adds a thing at a source to the ignore list, so that it is no longer offered',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({ cloudId: ['cloudId', storableCloudId], orgId: ['orgId', textId.optional()] }),
  answer: { kind: 'json', status: 201, schema: ignored },
});

export const listIgnored = operation({
  id: 'listIgnored',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/flankignore',
  summary: 'What is on the ignore list',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(ignored) },
});

export const unignoreThing = operation({
  id: 'unignoreThing',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/flankignore/{ignoreId}',
  summary: 'Takes a thing off the ignore list',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, ignoreId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
