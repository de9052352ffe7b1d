'use client';

import { Button, Checkbox, Switch } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { Chip } from '@/components/ui/text/chip';
import { haveCommonValues } from '@/lib/bulk/bulk-values';
import type { InputValues } from '@/lib/inputs/input';
import { nameOf } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import type { Command } from '../../use-command';
import type { BulkDraft } from '../use-bulk-draft';
import type { BulkStart } from '../use-bulk-start';
import type { CheckedRows } from '../use-checked-rows';
import styles from './bulk-preview.module.css';
import { BulkPreviewRow } from './bulk-preview-row';
import { BulkProblems } from './bulk-problems';
import { useCellEditing } from './use-cell-editing';

/** With its line below. */
const ROW_HEIGHT = 34;
const REASON_HEIGHT = 22;
const BELOW_REASONS = 4;
const OVERSCAN = 12;

interface BulkPreviewProps {
  command: Command;
  draft: BulkDraft;
  checked: CheckedRows;
  start: BulkStart;
  /** Whether the focus goes to the first cell once there are rows. */
  takesFocus: boolean;
}

/** The rows as they will run, with what differs from the row above. Only those on screen are rendered. */
export function BulkPreview({ command, draft, checked, start, takesFocus }: BulkPreviewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const problems = useMemo(() => [...start.issues.keys()].sort((a, b) => a - b), [start.issues]);
  const tellsDifferences = useMemo(
    () =>
      (draft.file === null || draft.file.holdsValues === true) &&
      haveCommonValues(draft.inputs, checked.rows),
    [draft.inputs, draft.file, checked.rows],
  );
  const isNarrowed = onlyProblems && problems.length > 0;
  const count = isNarrowed ? problems.length : checked.rows.length;
  // The same function for the same rows: with another one, all heights are forgotten.
  const rowAt = useCallback(
    (place: number) => (isNarrowed ? (problems[place] ?? 0) : place),
    [isNarrowed, problems],
  );
  const heightOf = (place: number) => {
    const row = rowAt(place);
    const reasons = (start.issues.get(row)?.length ?? 0) + (draft.failureOf(row) === null ? 0 : 1);
    return ROW_HEIGHT + (reasons === 0 ? 0 : reasons * REASON_HEIGHT + BELOW_REASONS);
  };
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => heightOf(place),
    // A reason may take more than a line.
    measureElement: (element) =>
      element.getBoundingClientRect().height || heightOf(Number(element.getAttribute('data-index'))),
    getItemKey: rowAt,
    overscan: OVERSCAN,
  });
  const seen = useRef(-1);
  const measured = useRef(start.issues);
  // What is wrong decides how high a row is.
  useEffect(() => {
    if (measured.current !== start.issues) virtual.measure();
    measured.current = start.issues;
  }, [virtual, start.issues]);
  const scrollToRow = (row: number) =>
    virtual.scrollToIndex(isNarrowed ? problems.indexOf(row) : row, { align: 'auto' });
  const editing = useCellEditing(draft, start.issues, { takesFocus, scrollTo: scrollToRow });
  const { rows, namedIn } = checked;
  const widths = useMemo(() => widthsOf(draft, { rows, namedIn }), [draft, rows, namedIn]);
  if (checked.rows.length === 0) {
    return <EmptyLine>Enter values above, a line each, or choose a file. The rows appear here.</EmptyLine>;
  }
  const toNextProblem = () => {
    const next = problems.find((row) => row > seen.current) ?? problems[0] ?? 0;
    seen.current = editing.editAfter(seen.current) ?? next;
    scrollToRow(seen.current);
  };
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.bar}>
        <b>Preview</b>
        <Chip>{formatCount(start.ticked.length)} selected</Chip>
        {problems.length > 0 && (
          <span className={styles.bad}>{formatCount(problems.length)} with a problem</span>
        )}
        {problems.length > 0 && (
          <span className={styles.tools}>
            <Switch
              label="Only problems"
              checked={onlyProblems}
              onChange={({ currentTarget }) => setOnlyProblems(currentTarget.checked)}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
              onClick={toNextProblem}
            >
              Next problem
            </Button>
          </span>
        )}
      </div>
      <BulkProblems draft={draft} issues={start.issues} />
      <div ref={scroller} className={styles.scroller}>
        <table
          aria-label="Rows to run"
          aria-rowcount={count + 1}
          className={styles.table}
          data-differences={tellsDifferences || undefined}
          style={{ '--bulk-inputs': draft.inputs.length, '--bulk-widths': widths } as CSSProperties}
        >
          <thead className={styles.block}>
            <tr aria-rowindex={1} className={styles.head}>
              <th scope="col" aria-label="Selected">
                <Checkbox
                  aria-label="Select all rows without a problem"
                  checked={
                    start.ticked.length > 0 && start.ticked.length === checked.rows.length - problems.length
                  }
                  indeterminate={
                    start.ticked.length > 0 && start.ticked.length < checked.rows.length - problems.length
                  }
                  onChange={({ currentTarget }) => start.tickAll(currentTarget.checked)}
                />
              </th>
              <Head>Row</Head>
              {draft.inputs.map(({ key }) => (
                <Head key={key}>{nameOf(draft.names, key)}</Head>
              ))}
              {tellsDifferences ? <Head>Differs from row above</Head> : <th scope="col" aria-label="Open" />}
            </tr>
          </thead>
          <tbody className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start: top }) => {
              const row = rowAt(index);
              return (
                <BulkPreviewRow
                  key={row}
                  command={command}
                  draft={draft}
                  row={row}
                  place={index}
                  measure={virtual.measureElement}
                  top={top}
                  texts={checked.rows[row] ?? {}}
                  before={row === 0 ? null : (checked.rows[row - 1] ?? {})}
                  tellsDifferences={tellsDifferences}
                  issues={start.issues.get(row) ?? []}
                  isTicked={start.isTicked(row)}
                  onToggle={start.toggle}
                  valuesOf={checked.valuesOf}
                  named={checked.namedIn(row)}
                  editing={editing}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const SAMPLED_ROWS = 200;

/** How the inputs share the width: by their longest texts, so that none is cut while there is room. */
function widthsOf(
  { inputs, names }: BulkDraft,
  { rows, namedIn }: Pick<CheckedRows, 'rows' | 'namedIn'>,
): string {
  const sample = rows.slice(0, SAMPLED_ROWS).map((texts, row) => ({ texts, named: namedIn(row) }));
  const lengthOf = (texts: Readonly<Record<string, string>>, named: InputValues, key: string): number => {
    const meant = Object.hasOwn(named, key) ? cellText(named[key] ?? null) : '';
    return (texts[key]?.length ?? 0) + (meant === '' ? 0 : meant.length + 1);
  };
  return inputs
    .map(({ key }) => {
      const lengths = sample.map(({ texts, named }) => lengthOf(texts, named, key));
      const longest = Math.max(nameOf(names, key).length, ...lengths);
      return `minmax(128px, ${Math.min(48, Math.max(8, longest))}fr)`;
    })
    .join(' ');
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" title={children}>
      {children}
    </th>
  );
}
