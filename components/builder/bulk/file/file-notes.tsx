'use client';

import { NativeSelect } from '@mantine/core';
import { allOf } from '@/lib/base/text/lists';
import { columnNames, type FileTable } from '@/lib/bulk/file-columns';
import { fileCharsets } from '@/lib/bulk/file-text';
import { nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { formatCount } from '@/lib/results/table/row-counts';
import type { BulkDraft } from '../use-bulk-draft';
import styles from './file-notes.module.css';

/** What of the file isn't used, left out, or read in another way, and how its letters were read if the file doesn't say. */
export function FileNotes({ draft }: { draft: BulkDraft }) {
  const { file, isReading, readAs } = draft;
  const unused = file === null ? null : unusedIn(draft, file);
  const repeated = file === null ? null : repeatedIn(draft);
  const lines = [unused, repeated, ...(file?.notes ?? [])].filter((line) => line !== null);
  const charset = file?.charset ?? null;
  const isOpen = charset !== null && !charset.isSure;
  if (lines.length === 0 && !isOpen) return null;
  return (
    <div
      className={styles.notes}
      role="status"
      data-warns={(unused !== null && !allHaveColumns(draft)) || undefined}
    >
      {isOpen && (
        <div className={styles.charset}>
          <span>
            The file doesn't name its encoding. If the letters below look wrong, choose another one:
          </span>
          <NativeSelect
            size="xs"
            aria-label="Encoding"
            value={charset.name}
            disabled={isReading}
            data={['utf-8', ...fileCharsets]}
            onChange={({ currentTarget: { value } }) => void readAs(value)}
          />
        </div>
      )}
      {lines.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

const allHaveColumns = ({ inputs, matched }: BulkDraft): boolean =>
  inputs.every(({ key }) => matched.has(key));

/** Which columns no input takes. Once each input has a column, there is nothing left to choose. */
function unusedIn(draft: BulkDraft, file: FileTable): string | null {
  const { matched, names } = draft;
  const taken = new Set(matched.values());
  const unused = columnNames(file, names).flatMap((name, place) =>
    taken.has(place) || name === '' ? [] : [`“${name}”`],
  );
  if (unused.length === 0) return null;
  return allHaveColumns(draft)
    ? `${someOf(unused)} ${unused.length === 1 ? "isn't" : "aren't"} used.`
    : `No input takes ${someOf(unused)}. Choose the columns below.`;
}

/** Which single values all rows take, because the file lacks them: the form had them. */
function repeatedIn({ inputs, names, texts, matched }: BulkDraft): string | null {
  const repeated = inputs.flatMap((input) => {
    const text = matched.has(input.key) ? '' : (texts[input.key] ?? '').trim();
    if (text === '' || text.includes('\n')) return [];
    return `${nameOf(names, input.key)}${holdsSecret(input.type) ? '' : ` “${text}”`}`;
  });
  return repeated.length === 0
    ? null
    : `Every row takes what isn't in the file from the fields below: ${someOf(repeated)}.`;
}

const MOST_NAMES = 3;

function someOf(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  const shown = rest > 1 ? [...names.slice(0, MOST_NAMES), `${formatCount(rest)} more`] : names;
  return allOf(shown);
}
