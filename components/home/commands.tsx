'use client';

import { ActionIcon } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useChangePins, usePins } from '@/components/command/pins/use-pins';
import { SourceIcon } from '@/components/command/source-icon';
import { paths } from '@/lib/base/paths';
import styles from './home.module.css';
import { Part } from './part';
import type { HomeCommand, HomeOwner } from './use-home';

/** The person's pinned commands, as cards. */
export function PinnedCommands({ owner, pinned }: { owner: HomeOwner; pinned: readonly HomeCommand[] }) {
  const pins = usePins(owner);
  const changePin = useChangePins(owner);
  // What was unpinned on this page is gone at once.
  const shown = pinned.filter(({ commandId }) => pins?.includes(commandId) !== false);
  if (shown.length === 0) return null;
  return (
    <Part title="Pinned" count={shown.length}>
      <ul className={styles.cards}>
        {shown.map((command) => (
          <li key={command.commandId} className={styles.card}>
            <span className={styles.top}>
              <span className={styles.icon}>
                <SourceIcon kind={command.sourceKind} />
              </span>
              <ActionIcon
                size={28}
                className={styles.unpin}
                title="Unpin"
                aria-label={`Unpin ${command.name}`}
                onClick={() => changePin(command, false)}
              >
                <IconPinFilled size={16} />
              </ActionIcon>
            </span>
            <CommandLink command={command} orgSlug={owner.org.slug} />
            {command.folderName !== null && <span className={styles.aside}>{command.folderName}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface CommandRowsProps<Command extends HomeCommand> {
  title: string;
  commands: readonly Command[];
  orgSlug: string;
  /** A fact about a command, at its right. */
  fact: (command: Command) => ReactNode;
}

/** A list of commands. Renders nothing if it is empty. */
export function CommandRows<Command extends HomeCommand>({
  title,
  commands,
  orgSlug,
  fact,
}: CommandRowsProps<Command>) {
  if (commands.length === 0) return null;
  return (
    <Part title={title}>
      <ul className={styles.list}>
        {commands.map((command) => (
          <CommandLine key={command.commandId} command={command} orgSlug={orgSlug} fact={fact(command)} />
        ))}
      </ul>
    </Part>
  );
}

interface CommandLineProps {
  command: HomeCommand;
  orgSlug: string;
  fact: ReactNode;
}

export function CommandLine({ command, orgSlug, fact }: CommandLineProps) {
  return (
    <li className={styles.line}>
      <SourceIcon kind={command.sourceKind} />
      <CommandLink command={command} orgSlug={orgSlug} />
      <span className={styles.fact}>{fact}</span>
    </li>
  );
}

/** Covers its whole card or line. */
function CommandLink({ command, orgSlug }: { command: HomeCommand; orgSlug: string }) {
  return (
    <Link
      href={paths.builder(orgSlug, command.commandId)}
      prefetch={false}
      className={styles.name}
      title={command.name}
    >
      {command.name}
    </Link>
  );
}
