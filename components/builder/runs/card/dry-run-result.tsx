'use client';

import { IconFlask } from '@tabler/icons-react';
import type { Run } from '@/components/run-stream/use-run';
import styles from './dry-run-result.module.css';

/** What a dry run would have changed, and what of it can't be undone. */
export function DryRunResult({ run: { status, dryRun } }: { run: Run }) {
  if (dryRun === null) {
    return status === 'success' ? null : (
      <Box title="This was a dry run. It failed, and everything was undone." />
    );
  }
  const { changes, notUndone } = dryRun;
  return (
    <Box title="This was a dry run. Everything was undone.">
      {changes.length === 0 ? (
        <p>
          {notUndone.length === 0
            ? 'A run with these values would not insert, update, or delete any row.'
            : 'No row was seen to be inserted, updated, or deleted.'}
        </p>
      ) : (
        <table className={styles.table}>
          <caption className={styles.caption}>A run with these values would change:</caption>
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col">Inserted</th>
              <th scope="col">Updated</th>
              <th scope="col">Deleted</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ table, inserted, updated, deleted }) => (
              <tr key={table}>
                <th scope="row">{table}</th>
                <td>{inserted.toLocaleString('en-US')}</td>
                <td>{updated.toLocaleString('en-US')}</td>
                <td>{deleted.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notUndone.length > 0 && (
        <>
          <p className={styles.caption}>Note:</p>
          <ul className={styles.notes}>
            {notUndone.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </Box>
  );
}

function Box({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <section className={styles.box} aria-label="Dry run">
      <IconFlask size={18} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </section>
  );
}
