import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Arguments, textFlag } from '../arguments';
import { misused } from '../exit';

/** Reads a description of an API. Throws if it can't be read. */
export function descriptionAt(path: string): File {
  try {
    return new File([readFileSync(path)], basename(path));
  } catch {
    throw misused(`${path} can't be read. A description in several files is a zip file of them.`);
  }
}

/** The description that `--replace` names by its number; undefined without it. */
export function replacedDescription(line: Arguments): number | undefined {
  const id = textFlag(line, 'replace');
  if (id === undefined) return undefined;
  if (!/^\d{1,9}$/.test(id)) throw misused('--replace needs the number of a description.');
  return Number(id);
}
