import type { ResponseOf } from '@/lib/contract/operation';
import { uploadOpenapi, uploadOpenapiAt, uploadPostman } from '@/lib/contract/sources/imports';
import type { Api } from '../api';
import { type Arguments, refuseOtherFlags, textFlag } from '../arguments';
import { type ExitCode, exitCodes, misused } from '../exit';
import { onlyOrg } from '../find-command';
import { asResponse, print, printJson } from '../print';
import { printable } from '../table';
import { descriptionAt, replacedDescription } from './descriptions';

type Uploaded = ResponseOf<typeof uploadOpenapi>[number];

/** Uploads descriptions of APIs, and reports what became of each. */
export async function importDescriptions(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url', 'postman', 'replace']);
  const [, ...paths] = line.words;
  if (paths.length === 0) throw misused('Say which files to import: pushboard import FILE…');
  const { orgId, slug } = await onlyOrg(api, textFlag(line, 'org'));
  const url = paths.find(isAddress);
  if (url !== undefined && (paths.length > 1 || changesHow(line))) {
    throw misused('An address is imported by itself: pushboard import ADDRESS');
  }
  const rows =
    url === undefined
      ? await upload(api, orgId, paths, line)
      : [await api.call(uploadOpenapiAt, { params: { orgId }, body: { url } })];
  if (line.flags.has('json')) printJson(asResponse(uploadOpenapi, rows));
  else {
    for (const row of rows) print(printable(wordsOf(row)));
    if (rows.some(({ error }) => error === null)) {
      process.stderr.write(`Choose the commands to add: ${api.url}/${slug}/credentials\n`);
    }
  }
  return rows.every(({ error }) => error === null) ? exitCodes.success : exitCodes.usage;
}

const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);
const changesHow = ({ flags }: Arguments): boolean => flags.has('postman') || flags.has('replace');

function upload(api: Api, orgId: string, paths: readonly string[], line: Arguments): Promise<Uploaded[]> {
  return api.call(
    line.flags.has('postman') ? uploadPostman : uploadOpenapi,
    { params: { orgId }, body: replaced(line) },
    { files: paths.map(descriptionAt) },
  );
}

function replaced(line: Arguments): { staticCommandSourceId?: number } {
  const staticCommandSourceId = replacedDescription(line);
  return staticCommandSourceId === undefined ? {} : { staticCommandSourceId };
}

function wordsOf({ filename, error, operations, skipped, ignoredMethods, notes, ...row }: Uploaded): string {
  if (error !== null) return `${filename}: ${error}`;
  const { staticCommandSourceId, baseUrlMissing } = row;
  const lines = [
    ...(baseUrlMissing ? ["It doesn't say where the API is: fill in its address."] : []),
    ...skipped.map(({ operation, reason }) => `Left out ${operation}: ${reason}`),
    ...ignoredMethods.map((operation) => `Left out ${operation}.`),
    ...notes.map(({ where, message }) => (where === null ? message : `${where}: ${message}`)),
  ];
  const head = `${filename}: ${operations} ${operations === 1 ? 'operation' : 'operations'} (description ${staticCommandSourceId})`;
  return [head, ...lines.map((each) => `  ${each}`)].join('\n');
}
