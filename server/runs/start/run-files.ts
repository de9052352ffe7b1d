import { createHash } from 'node:crypto';
import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { changeFiles, holdsFile } from '@/lib/inputs/file-parts';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { refuseOverQuota } from '@/server/results/stored/result-space';

/**
 * The files among a run's values are kept apart from them, once each: where a file was, the values have its data address
 * with `sha256=…` in place of its content, or `sha256=…,` alone for a file that was given as base64. So what reads values
 * of many runs doesn't carry files along, and files are deleted with the results.
 */

type TypedInput = Pick<Input, 'key' | 'type'>;
type Values = Record<string, JsonValue>;

/** The content of files by the SHA-256 of their bytes, in hexadecimal. */
export type RunFiles = ReadonlyMap<string, Buffer>;

/** A run's files as a row has them: base64 by hash; null for none. */
export type StoredFiles = Readonly<Record<string, string>> | null;

const ADDRESS = /^data:([^,]*);base64,(.*)$/s;
const KEPT = /^(?:data:([^,]*);)?sha256=([0-9a-f]{64}),$/;

/** Takes files out of values; the names of those that are in several places are the same. */
export class FileTaker {
  readonly files = new Map<string, Buffer>();
  private readonly typed: readonly TypedInput[];

  constructor(inputs: readonly TypedInput[]) {
    this.typed = inputs.filter(({ type }) => holdsFile(type));
  }

  /** Returns the values with names in place of files. What is neither base64 nor its data address stays as it is. */
  take<T extends InputValues | Values>(values: T): T {
    return changed(this.typed, values, (text) => this.takeOne(text));
  }

  private takeOne(text: string): string {
    const [, head, payload] = ADDRESS.exec(text) ?? [];
    const base64 = payload ?? text;
    const content = Buffer.from(base64, 'base64');
    // Only what is written exactly so can be put back exactly.
    if (content.length === 0 || content.toString('base64') !== base64) return text;
    const hash = createHash('sha256').update(content).digest('hex');
    this.files.set(hash, content);
    return head === undefined ? `sha256=${hash},` : `data:${head};sha256=${hash},`;
  }
}

/**
 * Whether values name a file in place of its content. The values of a run do so when its files have been deleted with its
 * result, and a form that was filled in from that run.
 */
export function namesFile(inputs: readonly TypedInput[], values: InputValues): string | null {
  for (const { key, type } of inputs) {
    let isNamed = false;
    changeFiles(type, values[key] ?? null, (text) => {
      isNamed ||= KEPT.test(text);
      return text;
    });
    if (isNamed) return key;
  }
  return null;
}

/** Puts files back into values; one that is no longer there stays a name. */
export function withFiles<T extends InputValues | Values>(
  inputs: readonly TypedInput[],
  values: T,
  files: StoredFiles,
): T {
  if (files === null) return values;
  return changed(inputs, values, (text) => {
    const [, head, hash = ''] = KEPT.exec(text) ?? [];
    const content = Object.hasOwn(files, hash) ? files[hash] : undefined;
    if (content === undefined) return text;
    return head === undefined ? content : `data:${head};base64,${content}`;
  });
}

function changed<T extends InputValues | Values>(
  inputs: readonly TypedInput[],
  values: T,
  change: (file: string) => string,
): T {
  const result = { ...values };
  for (const { key, type } of inputs) {
    const value = values[key];
    if (value !== undefined) Object.assign(result, { [key]: changeFiles(type, value, change) });
  }
  return result;
}

/**
 * The column with the files of the run `r`, as `StoredFiles`. Another attempt has those of the first one.
 */
export const FILES_COLUMN = statement`(
  select json_object_agg(encode(f.hash, 'hex'), translate(encode(f.content, 'base64'), chr(10), ''))
  from run_file f where f.org_id = r.org_id
    and f.run_id = case when r.trigger = 'retry' then r.parent_run_id else r.run_id end)`;

/**
 * CTEs with a comma at their end that keep the files of a run, and count them toward its organization's quota; nothing
 * for a run without files.
 *
 * @param of a CTE with the `run_id` of the run, or nothing
 */
export function keepFiles(of: Statement, orgId: string, files: RunFiles): Statement {
  if (files.size === 0) return empty;
  return statement`kept_file as (
      insert into run_file (org_id, run_id, hash, content)
      select ${orgId}, made.run_id, given.hash, given.content
      from ${of} made, unnest(${hashesOf(files)}::bytea[], ${[...files.values()]}::bytea[]) given (hash, content)
      returning octet_length(content) as size_bytes
    ), counted_file as (
      insert into result_usage (org_id, size_bytes)
      select ${orgId}, sum(size_bytes) from kept_file having sum(size_bytes) > 0
      on conflict (org_id) do update set size_bytes = result_usage.size_bytes + excluded.size_bytes
    ),`;
}

/** The same for the rows of a bulk run that a transaction has created, in the order of their ids. */
export async function keepFilesOfRows(
  tx: Sql,
  orgId: string,
  runIds: readonly number[],
  filesOfRows: readonly RunFiles[],
): Promise<void> {
  for (const [row, files] of filesOfRows.entries()) {
    if (files.size === 0) continue;
    await execute(
      statement`with made as (select ${runIds[row]}::bigint as run_id), ${keepFiles(statement`made`, orgId, files)}
        done as (select) select from done limit 0`,
      tx,
    );
  }
}

/** Throws 413 if an organization's results and files have no space for more files. */
export async function refuseFiles(orgId: string, files: RunFiles): Promise<void> {
  if (files.size === 0) return;
  const sizeBytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  await refuseOverQuota(
    orgId,
    sizeBytes,
    (limit) =>
      new AppError(
        'too_large',
        `There is no space for the files among these values: your organization's results have reached their limit of ${limit} MB. In the history, delete results that are no longer needed.`,
      ),
  );
}

const hashesOf = (files: RunFiles): Buffer[] => [...files.keys()].map((hash) => Buffer.from(hash, 'hex'));
