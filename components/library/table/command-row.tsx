'use client';

import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import Link from 'next/link';
import { memo, type Ref, useState } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { useSourceKind } from '@/components/command/source-kinds';
import { ROW_LINK } from '@/components/ui/table/use-row-keys';
import { Chip } from '@/components/ui/text/chip';
import { Marked } from '@/components/ui/text/marked';
import { paths } from '@/lib/base/paths';
import { firstLine } from '@/lib/commands/first-line';
import { warningLabel } from '@/lib/commands/warning-tag';
import { RowActions } from '../menus/row-actions';
import { type LibraryActions, mayChange } from '../menus/use-library-actions';
import { DragHandle } from '../tree/drag-handle';
import type { CommandSummary } from '../use-library';
import { AccessCell } from './access-cell';
import styles from './command-row.module.css';
import { fromMatch } from './from-match';
import { LastRun } from './last-run';

interface CommandRowProps {
  command: CommandSummary;
  org: { orgId: string; slug: string };
  actions: LibraryActions;
  /** The terms to highlight, in lowercase. */
  terms: readonly string[];
  /** Called when the command is likely to be opened next. */
  onLikelyOpen: (command: CommandSummary) => void;
  /** Whether to say where it is: in a list of all folders. */
  showsFolder: boolean;
  /** Whether something of it no longer works, which the person can fix. */
  needsAttention: boolean;
  ref: Ref<HTMLTableRowElement>;
  /** Its index among all rows, from 0. */
  index: number;
}

/** One command of the library. The name's link covers the whole row, so all of it opens the command. */
export const CommandRow = memo(function CommandRow({
  command,
  org,
  actions,
  terms,
  onLikelyOpen,
  showsFolder,
  needsAttention,
  ref,
  index,
}: CommandRowProps) {
  // Most rows are only scrolled past: what appears on hover and focus is created then.
  const [isNear, setNear] = useState(false);
  const { label } = useSourceKind(command.sourceKind);
  const tag = command.template.warningTag;
  const below = [
    showsFolder ? command.folderName : null,
    fromMatch(firstLine(command.description ?? ''), terms),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
  const comeNear = () => {
    setNear(true);
    onLikelyOpen(command);
  };
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={command.name}
      className={styles.row}
      onPointerEnter={comeNear}
      onFocus={comeNear}
    >
      <td className={styles.nameCell}>
        {mayChange(command, org.orgId) && <DragHandle command={command} />}
        <span className={styles.icon} title={label}>
          <SourceIcon kind={command.sourceKind} />
        </span>
        <span className={styles.nameText}>
          <span className={styles.nameLine}>
            <Link
              href={paths.builder(org.slug, command.commandId)}
              prefetch={false}
              className={styles.name}
              {...{ [ROW_LINK]: '' }}
            >
              <Marked text={command.name} terms={terms} />
            </Link>
            {needsAttention && (
              <IconAlertTriangle
                className={styles.attention}
                size={14}
                stroke={1.75}
                role="img"
                aria-label="Needs attention"
              />
            )}
            {tag !== null && tag !== 'safe' && <Chip kind="caution">{warningLabel(tag)}</Chip>}
            {command.visibility === 'justme' && (
              <IconLock size={14} stroke={1.75} role="img" aria-label="Only you can see this" />
            )}
          </span>
          {below !== '' && (
            <span className={styles.description}>
              <Marked text={below} terms={terms} />
            </span>
          )}
        </span>
      </td>
      <td className={styles.source} title={`${command.sourceName} · ${command.cloudName}`}>
        <span className={styles.cloudName}>
          <Marked text={command.cloudName.replace(/\(.*$/s, '')} terms={terms} />
        </span>
        <span className={styles.sourceName}>{command.sourceName}</span>
      </td>
      <td className={styles.access}>
        <AccessCell command={command} />
      </td>
      <td className={styles.last}>
        <span className={styles.lastRun}>
          <LastRun command={command} />
        </span>
        <RowActions command={command} org={org} actions={actions} isNear={isNear} />
      </td>
    </tr>
  );
});
