import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/ui/text/copy-button';
import { cellText } from '@/lib/results/table/result-table';
import { JsonTree } from './json/json-tree';
import { MonoBlock } from './mono-block';
import type { OpenedValue } from './table/cell-actions';
import styles from './whole-value.module.css';

/** One value of a table in full, below it: nested values as a tree, others as is. */
export function WholeValue({ opened, onClose }: { opened: OpenedValue; onClose: () => void }) {
  const { value } = opened;
  const name = opened.column === '' ? '(no name)' : opened.column;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => pane.current?.focus(), []);
  return (
    <section ref={pane} className={styles.pane} aria-label={`The whole value of ${name}`} tabIndex={-1}>
      <div className={styles.head}>
        <b className={styles.name}>{name}</b>
        <CopyButton
          label={`Copy the whole value of ${name}`}
          text={() => cellText(value)}
          told="Copied to clipboard!"
        />
        <CloseButton aria-label="Close the value" onClick={onClose} />
      </div>
      {value !== null && typeof value === 'object' ? (
        <JsonTree value={value} label={`${name} as JSON`} />
      ) : (
        <MonoBlock label={name} text={cellText(value)} />
      )}
    </section>
  );
}
