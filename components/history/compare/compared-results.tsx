'use client';

import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Run } from '@/components/run-stream/use-run';
import { compareJson, MOST_DIFFERENCES } from '@/lib/runs/compare/compare-json';
import { type ResultTable, readTable, readTables } from '@/lib/runs/result-table';
import { formatCount } from '@/lib/runs/row-counts';
import { hasEnded } from '@/lib/runs/run-status';
import styles from './compare.module.css';
import { ComparedJson } from './compared-json';
import { ComparedTables, type TableChoices } from './compared-tables';

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
      <p className={styles.none}>
        Run {unfinished === 0 ? 'A' : 'B'} is still running. Its result appears here when it ends.
      </p>
    );
  }
  const [left, right] = [tablesOf(a), tablesOf(b)];
  return (
    <>
      <Reach letter="A" run={a} />
      <Reach letter="B" run={b} />
      {left.length > 0 && right.length > 0 ? (
        <ResultSets a={left} b={right} address={address} onChange={onChange} />
      ) : (
        <Documents a={a} b={b} />
      )}
    </>
  );
}

/** The tables of a result; none if it is something else. */
function tablesOf({ payload, payloadFormat }: Run): ResultTable[] {
  if (payloadFormat === 'json.multiset.rowwise') return readTables(payload) ?? [];
  if (payloadFormat !== 'json.table.rowwise') return [];
  const table = readTable(payload);
  return table === null ? [] : [table];
}

/** Says that only the part of a result that is shown can be compared. */
function Reach({ letter, run }: { letter: string; run: Run }) {
  if (!run.isTruncated) return null;
  return (
    <p className={styles.reach} role="note">
      The result of {letter} is large
      {run.totalRows === null ? '' : ` (${formatCount(run.totalRows)} rows)`}: only its beginning is compared.
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
      <ComparedTables
        key={place}
        a={a[place] ?? NO_TABLE}
        b={b[place] ?? NO_TABLE}
        choices={address}
        onChange={onChange}
      />
    </>
  );
}

function Documents({ a, b }: { a: Run; b: Run }) {
  const found = useMemo(() => compareJson(a.payload, b.payload), [a.payload, b.payload]);
  if (found.length === 0) {
    return (
      <p className={styles.none}>
        {a.payload === null && b.payload === null
          ? 'Neither run returned a result.'
          : 'The results are the same.'}
      </p>
    );
  }
  return <ComparedJson differences={found} isAll={found.length < MOST_DIFFERENCES} />;
}
