import { Tooltip, UnstyledButton } from '@mantine/core';
import { Faces } from '@/components/ui/people-faces';
import styles from './access-cell.module.css';
import { describeAccess } from './command-access';
import type { CommandSummary } from './use-library';

/** Faces and counts of those who can access a command; a pointer, focus or tap on them tells the names. */
export function AccessCell({ command }: { command: CommandSummary }) {
  const { counts, names, people } = describeAccess(command);
  return (
    <Tooltip label={names} multiline className={styles.names} disabled={names === ''}>
      <UnstyledButton className={styles.access} aria-label={`Who can access? ${counts}. ${names}`}>
        <Faces people={people} />
        {counts}
      </UnstyledButton>
    </Tooltip>
  );
}
