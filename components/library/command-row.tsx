import { IconLock } from '@tabler/icons-react';
import Link from 'next/link';
import { SourceIcon, sourceLabel } from '@/components/ui/source-icon';
import { paths } from '@/lib/paths';
import { AccessCell } from './access-cell';
import styles from './command-row.module.css';
import { LastRun } from './last-run';
import type { CommandSummary } from './use-library';

interface CommandRowProps {
  command: CommandSummary;
  orgSlug: string;
  /** Called when the command is likely to be opened next. */
  onLikelyOpen: () => void;
}

/** One command of the library. The name's link covers the whole row, so all of it opens the command. */
export function CommandRow({ command, orgSlug, onLikelyOpen }: CommandRowProps) {
  return (
    <tr className={styles.row} onPointerEnter={onLikelyOpen} onFocus={onLikelyOpen}>
      <td className={styles.nameCell}>
        <span className={styles.icon} title={sourceLabel(command.sourceKind)}>
          <SourceIcon kind={command.sourceKind} />
        </span>
        <span className={styles.nameText}>
          <span className={styles.nameLine}>
            <Link href={paths.builder(orgSlug, command.commandId)} prefetch={false} className={styles.name}>
              {command.name}
            </Link>
            {command.visibility === 'justme' && (
              <IconLock size={14} stroke={1.75} role="img" aria-label="Only you can see this" />
            )}
          </span>
          {command.description !== null && command.description !== '' && (
            <span className={styles.description}>{firstLine(command.description)}</span>
          )}
        </span>
      </td>
      <td className={styles.source} title={command.cloudName}>
        {command.cloudName.replace(/\(.*$/s, '')}
      </td>
      <td className={styles.access}>
        <AccessCell command={command} />
      </td>
      <td className={styles.last}>
        <span className={styles.lastRun}>
          <LastRun command={command} />
        </span>
        <span className={styles.open} aria-hidden>
          Open
        </span>
      </td>
    </tr>
  );
}

/** Descriptions are markdown; a list has room for the words of their first line. */
function firstLine(markdown: string): string {
  const line = markdown.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.replace(/^[#>\-*\s]+/, '').replace(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1');
}
