'use client';

import { Cell } from '@/components/result-view/table/cell';
import type { JsonValue } from '@/lib/base/json';
import type { JsonDifference } from '@/lib/results/compare/compare-json';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './compare.module.css';

interface ComparedJsonProps {
  differences: readonly JsonDifference[];
  /** False if there are more than could be found. */
  isAll: boolean;
}

/** The places where two documents differ. */
export function ComparedJson({ differences, isAll }: ComparedJsonProps) {
  return (
    <section className={styles.card} aria-label="Differences">
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">
              {isAll ? '' : 'More than '}
              {formatCount(differences.length)} {differences.length === 1 ? 'difference' : 'differences'}
            </th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, a, b }) => (
            <tr key={path} className={styles.different}>
              <th scope="row" className={styles.path}>
                {path === '' ? 'The result' : path}
              </th>
              <td>
                <Side value={a} />
              </td>
              <td>
                <Side value={b} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Side({ value }: { value: JsonValue | undefined }) {
  return value === undefined ? <i className={styles.absent}>not there</i> : <Cell value={value} />;
}
