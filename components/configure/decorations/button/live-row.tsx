'use client';

import { Moment } from '@/components/ui/text/moment';
import styles from '../decorations.module.css';
import type { ButtonKind } from '../use-decorations';
import type { ButtonEditorState } from './use-button-editor';
import { useLiveRow } from './use-live-row';

const MOST_CELLS = 4;

function firstOf(kind: ButtonKind, hasButton: boolean, isChosen: boolean): string {
  if (kind === 'object') return 'First object of';
  if (!isChosen) return 'First row of';
  return hasButton ? 'First row with the button in' : 'No row has the button. First row of';
}

/** The button as it will stand on the first row of the command's last result. */
export function LiveRow({ state }: { state: ButtonEditorState }) {
  const { outputs, name, kind, shownWhen } = state;
  const { data: row } = useLiveRow(state);
  if (row === undefined) return null;
  if (row === null) {
    return outputs.length === 0 ? null : (
      <p className={styles.note}>
        {kind === 'row' ? 'Its first row' : 'Its first object'} appears here once the command has run.
      </p>
    );
  }
  const cells = outputs.flatMap(({ path }) => {
    const text = row.textOf(path);
    return text === null ? [] : [{ path, text, written: row.writtenOf(path) }];
  });
  return (
    <figure className={styles.live}>
      <figcaption className={styles.note}>
        {firstOf(kind, row.hasButton, shownWhen.length > 0)} the last result,{' '}
        <Moment at={row.startedAt} as="ago" />
      </figcaption>
      <div className={styles.liveRow}>
        {cells.slice(0, MOST_CELLS).map(({ path, text, written }) => (
          <span key={path} className={styles.liveCell}>
            <span className={styles.note}>{path}</span>
            <span className={styles.value} title={text}>
              {text === '' ? '—' : written}
            </span>
          </span>
        ))}
        {row.hasButton && <span className={styles.liveButton}>{name}</span>}
      </div>
    </figure>
  );
}
