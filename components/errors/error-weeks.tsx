import type { CSSProperties } from 'react';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './error-panel.module.css';
import type { ErrorDetails } from './use-errors';

const weekName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** How often it happened in each week, from Monday on in UTC. */
export function ErrorWeeks({ weeks }: Pick<ErrorDetails, 'weeks'>) {
  // A single one would only repeat the number of runs.
  if (weeks.length < 2) return null;
  const most = Math.max(...weeks.map(({ runs }) => runs));
  return (
    <section aria-label="Weeks">
      <h3 className={styles.heading}>Weeks</h3>
      <table className={styles.weeks}>
        <tbody>
          {weeks.map(({ weekStart, runs }) => (
            <tr key={weekStart}>
              <th scope="row">{weekName.format(new Date(weekStart))}</th>
              <td>
                <span
                  className={styles.bar}
                  style={{ '--share': `${(runs / most) * 100}%` } as CSSProperties}
                  aria-hidden
                />
              </td>
              <td className={styles.count}>{formatCount(runs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
