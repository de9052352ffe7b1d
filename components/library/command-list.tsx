import styles from './command-list.module.css';
import { CommandRow } from './command-row';
import type { CommandSummary } from './use-library';

interface CommandListProps {
  commands: readonly CommandSummary[];
  orgSlug: string;
  onLikelyOpen: (commandId: number) => void;
}

/** Commands as a table with one row each; on a phone each is a card of its own. */
export function CommandList({ commands, orgSlug, onLikelyOpen }: CommandListProps) {
  return (
    <table aria-label="Commands" className={styles.table}>
      <thead className={styles.block}>
        <tr className={styles.head}>
          <th scope="col">Name</th>
          <th scope="col">Source</th>
          <th scope="col">Who can access?</th>
          <th scope="col">Last run</th>
        </tr>
      </thead>
      <tbody className={styles.block}>
        {commands.map((command) => (
          <CommandRow
            key={command.commandId}
            command={command}
            orgSlug={orgSlug}
            onLikelyOpen={() => onLikelyOpen(command.commandId)}
          />
        ))}
      </tbody>
    </table>
  );
}
