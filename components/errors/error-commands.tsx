'use client';

import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import { counted } from '@/lib/base/text/counted';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './error-panel.module.css';
import { RerunButton } from './rerun-button';
import type { ErrorDetails } from './use-errors';

/** The commands that an error hit, those with the most failures first. */
export function ErrorCommands({ org, error }: { org: { orgId: string; slug: string }; error: ErrorDetails }) {
  const { commands, commandCount, privateRuns } = error;
  const more = commandCount - commands.length;
  const rerunnable = commands.filter(({ isDeleted }) => !isDeleted);
  return (
    <section aria-label="Commands">
      <div className={styles.head}>
        <h3 className={styles.heading}>Commands</h3>
        {rerunnable.length > 1 && (
          <RerunButton orgId={org.orgId} errorId={error.errorId} commands={rerunnable} />
        )}
      </div>
      <ul className={styles.commands}>
        {commands.map(({ commandId, name, isDeleted, runs }) => (
          <li key={commandId}>
            <span>
              {isDeleted ? (
                `${name} (deleted)`
              ) : (
                <Link href={paths.builder(org.slug, commandId)}>{name}</Link>
              )}
            </span>
            <span className={styles.again}>
              <span className={styles.count}>{counted(runs, 'run')}</span>
              {!isDeleted && (
                <RerunButton orgId={org.orgId} errorId={error.errorId} commands={[{ commandId, name }]} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.note}>{`And ${formatCount(more)} more.`}</p>}
      {privateRuns > 0 && (
        <p
          className={styles.note}
        >{`${counted(privateRuns, 'more run')} of other people’s private commands.`}</p>
      )}
    </section>
  );
}
