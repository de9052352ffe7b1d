import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ResponseOf } from '@/lib/contract/operation';
import { uploadOpenapi, uploadPostman } from '@/lib/contract/sources/imports';
import type { Api } from '../api';
import { type Arguments, refuseOtherFlags, textFlag } from '../arguments';
import { type ExitCode, exitCodes, misused } from '../exit';
import { findOrgs } from '../find-command';
import { print, printJson } from '../print';
import { printable } from '../table';

type Uploaded = ResponseOf<typeof uploadOpenapi>[number];

/** Uploads descriptions of APIs, and reports what became of each. */
export async function importDescriptions(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url', 'postman', 'replace']);
  const [, ...paths] = line.words;
  if (paths.length === 0) throw misused('Say which files to import: pushboard import FILE…');
  const files = paths.map(fileAt);
  const { orgId, slug } = await onlyOrg(api, textFlag(line, 'org'));
  const rows = await api.call(
    line.flags.has('postman') ? uploadPostman : uploadOpenapi,
    { params: { orgId }, body: replaced(line) },
    { files },
  );
  if (line.flags.has('json')) printJson(rows);
  else {
    for (const row of rows) print(printable(wordsOf(row)));
    if (rows.some(({ error }) => error === null)) {
      process.stderr.write(`Choose the commands to add: ${api.url}/${slug}/credentials\n`);
    }
  }
  return rows.every(({ error }) => error === null) ? exitCodes.success : exitCodes.usage;
}

function replaced(line: Arguments): { staticCommandSourceId?: number } {
  const id = textFlag(line, 'replace');
  if (id === undefined) return {};
  if (!/^\d{1,9}$/.test(id)) throw misused('--replace needs the number of a description.');
  return { staticCommandSourceId: Number(id) };
}

function fileAt(path: string): File {
  try {
    return new File([readFileSync(path)], basename(path));
  } catch {
    throw misused(`${path} can't be read. A description in several files is a zip file of them.`);
  }
}

async function onlyOrg(api: Api, org: string | undefined): Promise<{ orgId: string; slug: string }> {
  const [only, ...others] = await findOrgs(api, org);
  if (only !== undefined && others.length === 0) return only;
  const names = [only, ...others].map((each) => each?.slug).join(', ');
  throw misused(`Say with --org where to import it: ${names}.`);
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
