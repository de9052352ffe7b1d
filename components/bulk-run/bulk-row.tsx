'use client';

import { IconExternalLink } from '@tabler/icons-react';
import type { z } from 'zod';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { paths } from '@/lib/base/paths';
import type { bulkRow } from '@/lib/contract/runs/bulk';
import { nameOf } from '@/lib/inputs/input-names';
import { writtenText } from '@/lib/results/display-value';
import { personLocale } from '@/lib/results/person-locale';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import { summarizeValue, summarizeValues } from '@/lib/results/values-summary';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { statusLabel } from '@/lib/runs/run-status';
import styles from './bulk-rows.module.css';

type Row = z.output<typeof bulkRow>;

/** An input that has a column. */
interface InputColumn {
  key: string;
  name: string;
}

/** More inputs than this share one column, so that each can be read. */
const MOST_INPUTS = 4;

/** The inputs with a column of their own; null if all values stand in one. */
export function inputsOf(rows: readonly Row[]): InputColumn[] | null {
  const keys = [...new Set(rows.flatMap(({ params }) => Object.keys(params ?? {})))];
  if (keys.length === 0 || keys.length > MOST_INPUTS) return null;
  const names = new Map(rows.flatMap(({ valueNames }) => Object.entries(valueNames)));
  return keys.map((key) => ({ key, name: nameOf(names, key) }));
}

/** The builder with the row's values filled in and its result open, by the documented parameters. */
export const builderOf = (orgSlug: string, commandId: number, runId: number): string =>
  `${paths.builder(orgSlug, commandId)}&injectParamsFrom=${runId}#run-${runId}`;

interface BulkRowProps {
  row: Row;
  /** Null for one column with all values. */
  inputs: readonly InputColumn[] | null;
  hasResults: boolean;
  hasReasons: boolean;
  href: string;
}

/** One row: how it went, its values, and its reason or the first of its result. */
export function BulkRow({ row, inputs, hasResults, hasReasons, href }: BulkRowProps) {
  const tookMs = runDurationMs(row);
  const status =
    row.status === 'starting'
      ? ({ tone: 'none', word: 'Waiting' } as const)
      : statusLabel(row.status, row.endReason);
  return (
    <tr>
      <td className={styles.number}>{formatCount(row.row)}</td>
      <td>
        <StatusPill {...status} />
      </td>
      {inputs === null ? (
        <AllValues row={row} />
      ) : (
        inputs.map((input) => <OneValue key={input.key} row={row} input={input} />)
      )}
      {hasResults && (
        <td className={styles.values} title={resultOf(row)} dir="auto">
          {resultOf(row, writtenCell)}
        </td>
      )}
      {hasReasons && (
        <td className={styles.reason} title={row.message ?? undefined}>
          {row.message}
        </td>
      )}
      <td className={styles.took}>
        {tookMs === null ? '–' : formatDuration(tookMs)}
        <a
          className={styles.open}
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open row ${formatCount(row.row)} in a new tab`}
        >
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
        </a>
      </td>
    </tr>
  );
}

function AllValues({ row: { params, valueNames } }: { row: Row }) {
  const values = params === null ? '' : summarizeValues(params, new Map(Object.entries(valueNames)));
  return (
    <td className={styles.values} title={values} dir="auto">
      {values}
    </td>
  );
}

function OneValue({ row: { params }, input: { key, name } }: { row: Row; input: InputColumn }) {
  const value = params !== null && Object.hasOwn(params, key) ? params[key] : undefined;
  const text = value === undefined ? '' : summarizeValue(value);
  return (
    <td className={styles.value} data-input={name} title={text} dir="auto">
      {text}
    </td>
  );
}

/** The value of a row's result or its first cells; of a larger result, how many rows it has. */
export function resultOf({ cells, totalRows }: Row, textOf = (cell: string) => cell): string {
  if (cells === null || cells.length === 0) return totalRows === null ? '' : countRows(totalRows);
  const more = totalRows === null || totalRows < 2 ? '' : ` · ${countRows(totalRows)}`;
  return `${cells.map(textOf).join(' · ')}${more}`;
}

/** Days and times as result tables write them. The row has no types, so what looks like a number may name something. */
const writtenCell = (cell: string): string =>
  writtenText(cell, { name: '', type: '' }, personLocale()) ?? cell;
