'use client';

import { ActionIcon } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import Link from 'next/link';
import { type ReactNode, useMemo } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { LastRun } from '../table/last-run';
import { type CommandSummary, type LibraryOwner, useRecents } from '../use-library';
import styles from './library-home.module.css';
import { useChangePins, usePins } from './use-pins';

interface LibraryHomeProps {
  owner: LibraryOwner;
  commands: readonly CommandSummary[];
  /** Whether the person only runs commands: their recent and shared ones come before the list, too. */
  isRunner: boolean;
}

const MOST_LISTED = 5;

/** What a person most likely wants, above all the commands: pinned ones, and a runner's recent and shared ones. */
export function LibraryHome({ owner, commands, isRunner }: LibraryHomeProps) {
  const pins = usePins(owner);
  const changePin = useChangePins(owner);
  const recents = useRecents(owner.org.orgId, owner.userId, isRunner).data;
  const byId = useMemo(() => new Map(commands.map((command) => [command.commandId, command])), [commands]);
  const pinned = (pins ?? []).flatMap((id) => byId.get(id) ?? []);
  const recent = isRunner
    ? (recents ?? []).flatMap(({ commandId, lastViewedAt }) => {
        const command = byId.get(commandId);
        return command === undefined ? [] : [{ command, lastViewedAt }];
      })
    : [];
  const opened = new Set(recents?.map(({ commandId }) => commandId));
  const unopened =
    isRunner && recents !== undefined
      ? commands.filter(({ commandId, accessLevel }) => accessLevel === 'user_kit' && !opened.has(commandId))
      : [];
  // Where most commands are, the list below says it already.
  const shared = unopened.length * 2 <= commands.length ? unopened : [];
  if (pinned.length + recent.length + shared.length === 0) return null;
  const slug = owner.org.slug;
  return (
    <div className={styles.home}>
      {pinned.length > 0 && (
        <Part title="Pinned" count={pinned.length}>
          <ul className={styles.cards}>
            {pinned.map((command) => (
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
                <CommandLink command={command} slug={slug} />
                <span className={styles.meta}>
                  <span className={styles.where}>{command.folderName ?? command.sourceName}</span>
                  <LastRun command={command} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {recent.length + shared.length > 0 && (
        <div className={styles.columns}>
          {recent.length > 0 && (
            <Part title="Recent" count={null}>
              <ul className={styles.list}>
                {recent.slice(0, MOST_LISTED).map(({ command, lastViewedAt }) => (
                  <Line key={command.commandId} command={command} slug={slug}>
                    <Moment at={lastViewedAt} as="ago" />
                  </Line>
                ))}
              </ul>
            </Part>
          )}
          {shared.length > 0 && (
            <Part title="Shared with me" count={shared.length}>
              <ul className={styles.list}>
                {shared.slice(0, MOST_LISTED).map((command) => (
                  <Line key={command.commandId} command={command} slug={slug}>
                    {command.folderName ?? command.sourceName}
                  </Line>
                ))}
              </ul>
            </Part>
          )}
        </div>
      )}
      <h2 className={styles.title}>All commands</h2>
    </div>
  );
}

function Part({ title, count, children }: { title: string; count: number | null; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>
        {title}
        {count !== null && <span className={styles.count}>{count}</span>}
      </h2>
      {children}
    </section>
  );
}

function Line({ command, slug, children }: { command: CommandSummary; slug: string; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <SourceIcon kind={command.sourceKind} />
      <CommandLink command={command} slug={slug} />
      <span className={styles.aside}>{children}</span>
    </li>
  );
}

/** Covers its whole card or line. */
function CommandLink({ command, slug }: { command: CommandSummary; slug: string }) {
  return (
    <Link href={paths.builder(slug, command.commandId)} prefetch={false} className={styles.name}>
      {command.name}
    </Link>
  );
}
