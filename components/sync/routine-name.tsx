import type { ReactNode } from 'react';
import { Marked } from '@/components/ui/text/marked';
import styles from './diff-row.module.css';
import type { DiffRow } from './use-diff';

interface RoutineNameProps {
  row: DiffRow;
  terms?: readonly string[];
}

/** `schema.name` in full; its types and other declarations in a lighter color. */
export function RoutineName({ row, terms = [] }: RoutineNameProps): ReactNode {
  const from = row.cloudName.endsWith(')') ? row.cloudName.indexOf('(') : -1;
  const name = from < 0 ? row.cloudName : row.cloudName.slice(0, from);
  // Things other than routines have a name instead of types.
  const types = from < 0 ? row.friendlyName : row.cloudName.slice(from + 1, -1) || 'no inputs';
  const said = [types, ...row.traits].filter((part) => part !== '' && part !== row.cloudName);
  return (
    <span className={styles.routine}>
      <span className={styles.name}>
        <Marked text={name} terms={terms} />
      </span>
      {said.length > 0 && <span className={styles.said}>{said.join(' · ')}</span>}
    </span>
  );
}
