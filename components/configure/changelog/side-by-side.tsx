import type { JsonValue } from '@/lib/json';
import { type Difference, differenceLabel, differenceValue } from './difference-words';
import styles from './side-by-side.module.css';
import { useKnownNames } from './use-known-names';

interface SideBySideProps {
  orgId: string;
  differences: readonly Difference[];
  /** What the two sides are called. */
  sides: readonly [before: string, after: string];
}

const OF_COMMAND = 'Command';

/** The differences of the command first, then input by input. */
function groupsOf(differences: readonly Difference[]): [title: string, differences: Difference[]][] {
  const groups = new Map<string, Difference[]>();
  const sorted = [...differences].sort((a, b) => Number(a.inputKey !== null) - Number(b.inputKey !== null));
  for (const difference of sorted) {
    const title = difference.inputKey ?? OF_COMMAND;
    groups.set(title, [...(groups.get(title) ?? []), difference]);
  }
  return [...groups];
}

/** Two configurations of a command next to each other, as far as they differ. */
export function SideBySide({ orgId, differences, sides }: SideBySideProps) {
  const names = useKnownNames(orgId);
  const words = (difference: Difference, value: JsonValue) => differenceValue(difference, value, names);
  return (
    <table className={styles.table} aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      {groupsOf(differences).map(([title, own]) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={styles.group}>
              {title}
            </th>
          </tr>
          {own.map((difference, at) => (
            <tr key={`${difference.setting} ${at}`}>
              <th scope="row">{differenceLabel({ ...difference, inputKey: null })}</th>
              <td>{words(difference, difference.before)}</td>
              <td>{words(difference, difference.after)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
