'use client';

import { Checkbox } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { type Difference, differences } from '@/lib/bulk/bulk-values';
import type { InputValues } from '@/lib/inputs/input';
import { nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { formatCount } from '@/lib/results/table/row-counts';
import type { ValueIssue } from '@/lib/values/check-values';
import { writeUrlParams } from '../../address/url-params';
import type { Command } from '../../use-command';
import type { BulkDraft } from '../use-bulk-draft';
import { BulkCell } from './bulk-cell';
import styles from './bulk-preview.module.css';
import type { useCellEditing } from './use-cell-editing';

interface BulkPreviewRowProps {
  command: Command;
  draft: BulkDraft;
  row: number;
  /** Its position among the rows that are shown. */
  place: number;
  top: number;
  /** Learns how high the row is. */
  measure: (element: HTMLElement | null) => void;
  texts: Readonly<Record<string, string>>;
  /** The row above; null for the first. */
  before: Readonly<Record<string, string>> | null;
  /** Whether it says what differs from the row above. */
  tellsDifferences: boolean;
  issues: readonly ValueIssue[];
  isTicked: boolean;
  onToggle: (row: number) => void;
  valuesOf: (row: number) => InputValues;
  /** The values that texts of the row only name. */
  named: InputValues;
  editing: ReturnType<typeof useCellEditing>;
}

/** More differences are named only. */
const MOST_IN_FULL = 2;

/** One row to run: its values, what differs from the row above, and below them what is wrong. */
export function BulkPreviewRow({
  command,
  draft,
  row,
  place,
  top,
  measure,
  texts,
  before,
  tellsDifferences,
  ...rest
}: BulkPreviewRowProps) {
  const { issues, isTicked, onToggle, valuesOf, named, editing } = rest;
  const number = formatCount(draft.numberOf(row));
  const failure = draft.failureOf(row);
  return (
    <tr
      ref={measure}
      data-index={place}
      aria-rowindex={place + 2}
      aria-label={`Row ${number}`}
      className={styles.row}
      style={{ '--bulk-top': `${top}px` } as CSSProperties}
    >
      <Cell>
        <Checkbox
          aria-label={`Run row ${number}`}
          checked={isTicked}
          disabled={issues.length > 0}
          onChange={() => onToggle(row)}
        />
      </Cell>
      <Cell className={styles.number}>{number}</Cell>
      {draft.inputs.map((input) => (
        <BulkCell
          key={input.key}
          input={input}
          label={`${nameOf(draft.names, input.key)}, row ${number}`}
          text={texts[input.key]}
          named={named[input.key]}
          problem={issues.find(({ key }) => key === input.key)?.message ?? null}
          editing={editing.stateOf(row, input.key)}
          onEdit={() => editing.edit(row, input.key)}
          onDone={(text, then) => editing.done({ row, key: input.key }, text, then)}
        />
      ))}
      <Cell className={styles.diff}>
        {tellsDifferences && <Diff draft={draft} before={before} texts={texts} />}
        <a
          className={styles.open}
          href={addressOf(command, valuesOf(row))}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open row ${number} in a new tab`}
        >
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
          Open
        </a>
      </Cell>
      {(issues.length > 0 || failure !== null) && (
        <Cell className={styles.reasons}>
          {failure !== null && (
            <span className={styles.failure} dir="auto">
              <b>Failed before: </b>
              {failure}
            </span>
          )}
          {issues.map(({ key, message }) => (
            <span key={`${key} ${message}`}>
              {draft.inputs.some((input) => input.key === key) && <b>{nameOf(draft.names, key)}: </b>}
              {message}
            </span>
          ))}
        </Cell>
      )}
    </tr>
  );
}

interface CellProps {
  className?: string | undefined;
  children: ReactNode;
}

const Cell = ({ className, children }: CellProps) => <td className={className}>{children}</td>;

type DiffProps = Pick<BulkPreviewRowProps, 'draft' | 'before' | 'texts'>;

function Diff({ draft, before, texts }: DiffProps) {
  if (before === null) return <>first row</>;
  const keys = draft.inputs.map(({ key }) => key);
  const found = differences(keys, before, texts);
  if (found.length === 0) return <>same as the row above</>;
  return found.map((each, index) => (
    <span key={each.key}>
      {index > 0 && ' · '}
      {nameOf(draft.names, each.key)}
      {found.length <= MOST_IN_FULL && !isSecretIn(draft, each) && (
        <>
          {' '}
          {each.before !== null && <del>{each.before}</del>} {each.after ?? <i>empty</i>}
        </>
      )}
    </span>
  ));
}

const isSecretIn = ({ inputs }: BulkDraft, { key }: Difference): boolean =>
  inputs.some((input) => input.key === key && holdsSecret(input.type));

/** The builder with the row's values filled in; secrets never stand in an address. */
function addressOf({ template }: Command, values: InputValues): string {
  const url = new URL(window.location.href);
  for (const name of ['panel', 'output', 'runGroupId', 'params']) url.searchParams.delete(name);
  url.hash = '';
  const params = writeUrlParams(template.inputs, values);
  if (params !== null) url.searchParams.set('params', params);
  return `${url.pathname}${url.search}`;
}
