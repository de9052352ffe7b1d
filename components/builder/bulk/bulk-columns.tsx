'use client';

import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { typedValues } from '@/lib/bulk/bulk-values';
import { cellsOf, columnNames } from '@/lib/bulk/file-columns';
import type { Input } from '@/lib/inputs/input';
import { nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './bulk-columns.module.css';
import type { BulkDraft } from './use-bulk-draft';

interface BulkColumnsProps {
  draft: BulkDraft;
  /** Whether the focus of a panel that opens goes to the first of them. */
  takesFocus: boolean;
}

/** A column for each input: its values, a line each, and with a file the column that they come from. */
export function BulkColumns({ draft, takesFocus }: BulkColumnsProps) {
  if (draft.inputs.length === 0) {
    return <EmptyLine>This command has no inputs to fill in, so its rows would be equal.</EmptyLine>;
  }
  return (
    <div className={styles.columns}>
      {draft.inputs.map((input, place) => (
        <BulkColumn key={input.key} input={input} draft={draft} takesFocus={takesFocus && place === 0} />
      ))}
    </div>
  );
}

const TYPED = '';

interface BulkColumnProps {
  input: Input;
  draft: BulkDraft;
  takesFocus: boolean;
}

function BulkColumn({ input, draft, takesFocus }: BulkColumnProps) {
  const id = useId();
  const { key } = input;
  const { file, paired } = draft;
  const name = nameOf(draft.names, key);
  const column = file === null ? undefined : draft.matched.get(key);
  const cells = file === null || column === undefined ? null : cellsOf(file, column);
  const text = cells === null ? (draft.texts[key] ?? '') : cells.join('\n');
  const isUnequal = !paired.ok && paired.keys.includes(key);
  const isRequired = input.defaultAmbiguousInput === 'required';
  const isMissing = isRequired && file !== null && text.trim() === '';
  return (
    <div className={styles.column}>
      <div className={styles.head}>
        <label htmlFor={id}>
          {name}
          {isRequired && (
            <span className={styles.required} title="Required">
              {' *'}
            </span>
          )}
        </label>
        <span className={styles.count}>{countOf(cells, text)}</span>
      </div>
      {file !== null && (
        <NativeSelect
          aria-label={`Column for ${name}`}
          value={column === undefined ? TYPED : String(column)}
          error={isMissing}
          onChange={({ currentTarget: { value } }) =>
            draft.match(key, value === TYPED ? null : Number(value))
          }
          data={[
            { value: TYPED, label: isMissing ? 'Choose a column, or type values' : 'Type values' },
            ...columnNames(file, draft.names).map((label, index) => ({
              value: String(index),
              label: label === '' ? `Column ${index + 1}` : label,
            })),
          ]}
        />
      )}
      <textarea
        id={id}
        className={styles.values}
        data-input-key={key}
        data-autofocus={takesFocus || undefined}
        data-secret={holdsSecret(input.type) || undefined}
        aria-invalid={isUnequal || undefined}
        readOnly={cells !== null}
        value={text}
        rows={7}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        dir="auto"
        placeholder="One value per line"
        onChange={({ currentTarget: { value } }) => draft.type(key, value)}
      />
      {input.note !== null && text.trim() === '' && <p className={styles.note}>{input.note}</p>}
    </div>
  );
}

function countOf(cells: readonly string[] | null, text: string): string {
  const count = cells === null ? typedValues(text).length : cells.filter((cell) => cell.trim() !== '').length;
  if (cells !== null && count < cells.length) return `${formatCount(count)} of ${formatCount(cells.length)}`;
  if (count === 0) return '';
  return count === 1 ? '1 value' : `${formatCount(count)} values`;
}
