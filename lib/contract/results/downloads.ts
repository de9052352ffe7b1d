import { z } from 'zod';
import { none, pathId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The formats a result can be downloaded in. */
export const downloadFormat = z.enum(['csv', 'xlsx', 'json', 'txt', 'file']);
export type DownloadFormat = z.output<typeof downloadFormat>;

const runDownload = z.object({ orgId: z.string(), runId: pathId, format: downloadFormat });

export const createDownloadLink = operation({
  id: 'createDownloadLink',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/runs/{runId}/download-link/{format}',
  summary: 'A link to the whole result as a file, good for five minutes for the person who asks',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: runDownload,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: resource({ url: ['url', z.string()] }) },
  // A spreadsheet is made first.
  waits: true,
});

export const download = operation({
  id: 'download',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/runs/{runId}/download/{format}',
  summary: 'The whole result as a file; with the link that `download-link` answers',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: runDownload,
  query: z.strictObject({ link: z.string() }),
  body: null,
  answer: { kind: 'file' },
});
