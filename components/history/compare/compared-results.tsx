'use client';

import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ResultSkeleton } from '@/components/result-view/result-skeleton';
import type { Run } from '@/components/run-stream/use-run';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { compareJson, MOST_DIFFERENCES } from '@/lib/results/compare/compare-json';
import { whyNotRows, whyNotWhole } from '@/lib/results/compare/not-comparable';
import type { ResultTable } from '@/lib/results/table/result-table';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import { hasEnded } from '@/lib/runs/run-status';
import styles from './compare.module.css';
import { ComparedJson } from './compared-json';
import { ComparedTables, type TableChoices } from './compared-tables';
import { NoComparison } from './no-comparison';
import { useWholeTables, type WholeTables } from './use-whole-tables';

interface ComparedResultsProps {
  a: Run;
  b: Run;
  address: TableChoices;
  onChange: (changes: Partial<TableChoices>) => void;
}

/** What differs between two results: rows of tables, or places in JSON documents and texts. */
export function ComparedResults({ a, b, address, onChange }: ComparedResultsProps) {
  const unfinished = [a, b].findIndex(({ status }) => !hasEnded(status));
  if (unfinished >= 0) {
    return (
      <NoComparison>
        Run {unfinished === 0 ? 'A' : 'B'} is still running. Its result appears here when it ends.
      </NoComparison>
    );
  }
  const bulk = [a, b].findIndex(({ bulkProgress }) => bulkProgress !== null);
  if (bulk >= 0) {
    return (
      <NoComparison>
        Run {bulk === 0 ? 'A' : 'B'} is a bulk run. Each of its rows has a result of its own: choose two of
        them in the history to compare them.
      </NoComparison>
    );
  }
  return <EndedResults a={a} b={b} address={address} onChange={onChange} />;
}

function EndedResults({ a, b, address, onChange }: ComparedResultsProps) {
  const [left, right] = [useWholeTables(a), useWholeTables(b)];
  if (left.whole.tables.length === 0 || right.whole.tables.length === 0) {
    return (
      <Documents
        a={a}
        b={b}
        whyNot={whyNotWhole(
          { ...a, tables: left.whole.tables.length },
          { ...b, tables: right.whole.tables.length },
        )}
      />
    );
  }
  const failed = [left, right].find(({ error }) => error !== null);
  if (failed?.error != null) return <ErrorNotice error={failed.error} onRetry={failed.retry} />;
  if (left.isReading || right.isReading) {
    return (
      <>
        <p className={styles.reading} role="status">
          Reading both results: {countRows(left.readRows + right.readRows)} so far
        </p>
        <ResultSkeleton />
      </>
    );
  }
  return (
    <>
      <Reach letter="A" whole={left.whole} />
      <Reach letter="B" whole={right.whole} />
      <ResultSets a={left.whole.tables} b={right.whole.tables} address={address} onChange={onChange} />
    </>
  );
}

/** Says how much of large tables was compared. */
function Reach({ letter, whole }: { letter: string; whole: WholeTables }) {
  const { tables, totalRows, isMore, isCut } = whole;
  if (!isMore && !isCut) return null;
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  return (
    <p className={styles.reach} role="note">
      {isMore &&
        `Only the first ${formatCount(rows)} ${totalRows === null ? 'rows' : `of ${countRows(totalRows)}`} of ${letter} are compared. `}
      {isCut &&
        `Some values of ${letter} are too long to be read in full and are compared by their beginnings.`}
    </p>
  );
}

/** Says that only the part of a document that the page has is compared. */
function Beginning({ letter, run }: { letter: string; run: Run }) {
  if (!run.isTruncated) return null;
  return (
    <p className={styles.reach} role="note">
      The result of {letter} is large: only the beginning that the page shows is compared.
    </p>
  );
}

interface ResultSetsProps {
  a: readonly ResultTable[];
  b: readonly ResultTable[];
  address: TableChoices;
  onChange: (changes: Partial<TableChoices>) => void;
}

const NO_TABLE: ResultTable = { columns: [], rows: [] };

function ResultSets({ a, b, address, onChange }: ResultSetsProps) {
  const [place, setPlace] = useState(0);
  const sets = Math.max(a.length, b.length);
  const [left, right] = [a[place] ?? NO_TABLE, b[place] ?? NO_TABLE];
  const whyNot = whyNotRows(left, right);
  return (
    <>
      {sets > 1 && (
        <Select
          className={styles.sets}
          label="Result set"
          data={Array.from({ length: sets }, (_, set) => ({
            value: String(set),
            label: `Result ${set + 1}`,
          }))}
          value={String(place)}
          allowDeselect={false}
          onChange={(value) => setPlace(Number(value))}
        />
      )}
      {whyNot === null ? (
        <ComparedTables key={place} a={left} b={right} choices={address} onChange={onChange} />
      ) : (
        <NoComparison>{whyNot}</NoComparison>
      )}
    </>
  );
}

function Documents({ a, b, whyNot }: { a: Run; b: Run; whyNot: string | null }) {
  if (whyNot !== null) return <NoComparison>{whyNot}</NoComparison>;
  return (
    <>
      <Beginning letter="A" run={a} />
      <Beginning letter="B" run={b} />
      <ComparedDocuments a={a} b={b} />
    </>
  );
}

function ComparedDocuments({ a, b }: { a: Run; b: Run }) {
  const found = useMemo(() => compareJson(a.payload, b.payload), [a.payload, b.payload]);
  if (found.length === 0) {
    return (
      <NoComparison>
        {a.payload === null && b.payload === null
          ? 'Neither run returned a result.'
          : 'The results are the same.'}
      </NoComparison>
    );
  }
  return <ComparedJson differences={found} isAll={found.length < MOST_DIFFERENCES} />;
}
