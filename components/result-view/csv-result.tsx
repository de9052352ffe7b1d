'use client';

import { useMemo } from 'react';
import { readCsv } from '@/lib/results/table/read-csv';
import { cellText } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import { MonoBlock } from './mono-block';
import type { PayloadProps } from './payload';
import styles from './result.module.css';
import { TableViews } from './table/table-views';

const SHOWN_ROWS = 1_000;
const FIRST = { kind: 'column', resultSet: 0 } as const;

/** CSV as a table; if it isn't one, the text as received, with the reason. */
export default function CsvResult({ payload, commandId }: PayloadProps) {
  const text = cellText(payload);
  const read = useMemo(() => readCsv(text, { mostRows: SHOWN_ROWS }), [text]);
  if ('problem' in read) {
    return (
      <>
        <p className={styles.note}>Shown as received, because it is not a table: {read.problem}</p>
        <MonoBlock label="Result" text={text} />
      </>
    );
  }
  return (
    <>
      <TableViews table={read.table} label="Result" source={FIRST} commandId={commandId} />
      {read.isCut && (
        <p className={styles.note}>The first {formatCount(SHOWN_ROWS)} rows. Download it to have them all.</p>
      )}
    </>
  );
}
