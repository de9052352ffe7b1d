'use client';

import { useMemo } from 'react';
import type { RowStart } from '@/components/ui/table/row-end';
import type { JsonValue } from '@/lib/base/json';
import styles from './row-ticks.module.css';
import type { Ticks } from './ticked-rows';

const WIDTH_PX = 40;

/** Returns the checkboxes at the start of each row of a table; null where rows can't be ticked. */
export function useRowTicks(ticks: Ticks | null): RowStart<JsonValue[]> | null {
  return useMemo(() => {
    if (ticks === null) return null;
    return {
      widthPx: WIDTH_PX,
      isMarked: ticks.isTicked,
      header: (shown) => (
        <Tick
          label="Select all rows that are shown"
          isTicked={shown.length > 0 && shown.every(ticks.isTicked)}
          onToggle={() => ticks.toggle(shown)}
        />
      ),
      draw: (row, index) => (
        <Tick
          label={`Select row ${index + 1}`}
          isTicked={ticks.isTicked(row)}
          onToggle={() => ticks.toggle([row])}
        />
      ),
    };
  }, [ticks]);
}

interface TickProps {
  label: string;
  isTicked: boolean;
  onToggle: () => void;
}

/** A plain element, because a grid draws dozens of them while it is scrolled. */
function Tick({ label, isTicked, onToggle }: TickProps) {
  return (
    <input
      type="checkbox"
      className={styles.tick}
      aria-label={label}
      checked={isTicked}
      onChange={onToggle}
    />
  );
}
