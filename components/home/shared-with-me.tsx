import { IconFolder } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import { MOST_SUGGESTED } from '@/lib/contract/library/home';
import { CommandLine } from './commands';
import styles from './home.module.css';
import { Part } from './part';
import type { SharedCommand, SharedFolder } from './use-home';

interface SharedWithMeProps {
  commands: readonly SharedCommand[];
  folders: readonly SharedFolder[];
  orgSlug: string;
}

/** Commands and folders that were shared with the person, the last one first. Renders nothing without any. */
export function SharedWithMe({ commands, folders, orgSlug }: SharedWithMeProps) {
  // Times are ISO 8601 in UTC, so their order as text is their order. The sort is stable.
  const lines = [...folders, ...commands]
    .toSorted((a, b) => (b.sharedAt ?? '').localeCompare(a.sharedAt ?? ''))
    .slice(0, MOST_SUGGESTED);
  if (lines.length === 0) return null;
  return (
    <Part title="Shared with me">
      <ul className={styles.list}>
        {lines.map((line) =>
          'folderId' in line ? (
            <li key={`folder ${line.folderId}`} className={styles.line}>
              <IconFolder size={16} stroke={1.75} aria-hidden />
              <Link
                href={paths.folder(orgSlug, line.folderId)}
                prefetch={false}
                className={styles.name}
                title={line.name}
              >
                {line.name}
              </Link>
              <span className={styles.fact}>
                {line.commandCount === 1 ? '1 command' : `${line.commandCount.toLocaleString()} commands`}
              </span>
            </li>
          ) : (
            <CommandLine key={line.commandId} command={line} orgSlug={orgSlug} fact={line.folderName} />
          ),
        )}
      </ul>
    </Part>
  );
}
