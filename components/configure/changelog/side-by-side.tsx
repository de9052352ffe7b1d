import { memo, useMemo } from 'react';
import { useDrawn } from '@/components/ui/loading/use-drawn';
import { type Difference, differenceValue, type KnownNames, settingLabel } from './difference-words';
import styles from './side-by-side.module.css';
import { useKnownNames } from './use-known-names';

interface SideBySideProps {
  orgId: string;
  differences: readonly Difference[];
  /** What the two sides are called. */
  before: string;
  after: string;
}

const OF_COMMAND = 'Command';

/** A command and its inputs; hundreds at once would make the page stop for a moment. */
const GROUPS_AT_ONCE = 12;

type Group = [title: string, differences: Difference[]];

/** The differences of the command first, then input by input. */
function groupsOf(differences: readonly Difference[]): Group[] {
  const groups = new Map<string, Difference[]>();
  const sorted = [...differences].sort((a, b) => Number(a.inputKey !== null) - Number(b.inputKey !== null));
  for (const difference of sorted) {
    const title = difference.inputKey ?? OF_COMMAND;
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [difference]);
    else group.push(difference);
  }
  return [...groups];
}

/** Two configurations of a command next to each other, as far as they differ. */
export const SideBySide = memo(function SideBySide({ orgId, differences, before, after }: SideBySideProps) {
  const names = useKnownNames(orgId);
  const groups = useMemo(() => groupsOf(differences), [differences]);
  const drawn = useDrawn(groups.length, GROUPS_AT_ONCE);
  return (
    <table className={styles.table} aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      {groups.slice(0, drawn).map((group) => (
        <GroupRows key={group[0]} group={group} names={names} />
      ))}
    </table>
  );
});

/** The same while more groups are drawn below it. */
const GroupRows = memo(function GroupRows({
  group: [title, own],
  names,
}: {
  group: Group;
  names: KnownNames;
}) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className={styles.group}>
          {title}
        </th>
      </tr>
      {own.map((difference, at) => (
        <tr key={`${difference.setting} ${at}`}>
          <th scope="row">{settingLabel(difference)}</th>
          <td>{differenceValue(difference, difference.before, names)}</td>
          <td>{differenceValue(difference, difference.after, names)}</td>
        </tr>
      ))}
    </tbody>
  );
});
