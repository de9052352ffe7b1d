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
    <div role="table" aria-label="Commands" className={styles.table}>
      <div role="rowgroup">
        <div role="row" className={styles.head}>
          <span role="columnheader">Name</span>
          <span role="columnheader">Source</span>
          <span role="columnheader">Who can access?</span>
          <span role="columnheader">Last run</span>
        </div>
      </div>
      <div role="rowgroup">
        {commands.map((command) => (
          <CommandRow
            key={command.commandId}
            command={command}
            orgSlug={orgSlug}
            onLikelyOpen={() => onLikelyOpen(command.commandId)}
          />
        ))}
      </div>
    </div>
  );
}
