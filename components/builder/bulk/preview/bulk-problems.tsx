'use client';

import { useMemo } from 'react';
import { nameOf } from '@/lib/inputs/input-names';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import type { BulkDraft } from '../use-bulk-draft';
import type { RowIssues } from '../use-checked-rows';
import styles from './bulk-problems.module.css';

/** More different problems are seen at their rows. */
const MOST_SHOWN = 5;
const MOST_NUMBERS = 5;

interface Problem {
  key: string;
  message: string;
  rows: number[];
}

/** The problems of the rows, each once with how many rows have it; nothing if each row has its own. */
export function BulkProblems({ draft, issues }: { draft: BulkDraft; issues: RowIssues }) {
  const problems = useMemo(() => groupProblems(issues), [issues]);
  if (!problems.some(({ rows }) => rows.length > 1)) return null;
  const isOfInput = (key: string) => draft.inputs.some((input) => input.key === key);
  return (
    <ul className={styles.problems} aria-label="Problems">
      {problems.slice(0, MOST_SHOWN).map(({ key, message, rows }) => (
        <li key={`${key} ${message}`}>
          <b>{countRows(rows.length)}</b>
          <span>
            {isOfInput(key) && `${nameOf(draft.names, key)}: `}
            {message}
          </span>
          <span className={styles.rows}>
            {rows.length === 1 ? 'row ' : 'rows '}
            {rows
              .slice(0, MOST_NUMBERS)
              .map((row) => formatCount(draft.numberOf(row)))
              .join(', ')}
            {rows.length > MOST_NUMBERS && ' …'}
          </span>
        </li>
      ))}
      {problems.length > MOST_SHOWN && (
        <li className={styles.rows}>and {formatCount(problems.length - MOST_SHOWN)} more</li>
      )}
    </ul>
  );
}

/** The most frequent first. */
function groupProblems(issues: RowIssues): Problem[] {
  const groups = new Map<string, Problem>();
  for (const [row, found] of issues) {
    for (const { key, message } of found) {
      const id = JSON.stringify([key, message]);
      const group = groups.get(id);
      if (group === undefined) groups.set(id, { key, message, rows: [row] });
      else group.rows.push(row);
    }
  }
  return [...groups.values()].sort((a, b) => b.rows.length - a.rows.length);
}
