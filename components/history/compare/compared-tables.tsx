'use client';

import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { compareTables, suggestKey } from '@/lib/results/compare/compare-tables';
import type { ResultTable } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './compare.module.css';
import { ComparedRows } from './compared-rows';

/** How two tables are compared; kept in the address. */
export interface TableChoices {
  key: string | null;
  all: boolean;
  view: 'side' | 'one' | null;
}

interface ComparedTablesProps {
  a: ResultTable;
  b: ResultTable;
  choices: TableChoices;
  onChange: (changes: Partial<TableChoices>) => void;
}

const WHOLE_ROWS = '';

/** Two tables: how many rows differ, and which. */
export function ComparedTables({ a, b, choices, onChange }: ComparedTablesProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const view = choices.view ?? (isNarrow ? 'one' : 'side');
  const suggested = useMemo(() => suggestKey(a, b), [a, b]);
  const key = choices.key ?? suggested[0] ?? WHOLE_ROWS;
  const compared = useMemo(() => compareTables(a, b, key === WHOLE_ROWS ? [] : [key]), [a, b, key]);
  const { same, changed, added, removed } = compared.counts;
  const different = changed + added + removed;
  const names = compared.columns.flatMap((column) =>
    column.a === null || column.b === null ? [] : [{ value: column.name, label: column.name }],
  );
  return (
    <section className={styles.card} aria-label="Rows">
      <div className={styles.bar}>
        <div className={styles.sum} role="status">
          <strong>
            {different === 0
              ? 'All rows are the same'
              : `${formatCount(different)} ${different === 1 ? 'row differs' : 'rows differ'}`}
          </strong>
          <span className={styles.counts}>
            {changed > 0 && <span data-kind="changed">~ {formatCount(changed)} changed</span>}
            {added > 0 && <span data-kind="added">+ {formatCount(added)} added</span>}
            {removed > 0 && <span data-kind="removed">− {formatCount(removed)} removed</span>}
            <span>{formatCount(same)} the same</span>
          </span>
        </div>
        <SegmentedControl
          size="xs"
          aria-label="Layout"
          data={[
            { value: 'side', label: 'Side by side' },
            { value: 'one', label: 'One column' },
          ]}
          value={view}
          onChange={(next) => onChange({ view: next })}
        />
        <Select
          size="xs"
          classNames={{ root: styles.key }}
          label="Match rows by"
          data={[{ value: WHOLE_ROWS, label: 'Whole rows' }, ...names]}
          value={key}
          allowDeselect={false}
          searchable
          onChange={(value) => onChange({ key: value })}
        />
        <Switch
          label="Hide rows that are the same"
          checked={!choices.all}
          onChange={(event) => onChange({ all: !event.currentTarget.checked })}
        />
      </div>
      <ComparedRows key={key} compared={compared} isAll={choices.all} layout={view} />
    </section>
  );
}
