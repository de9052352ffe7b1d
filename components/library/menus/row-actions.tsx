'use client';

import { ActionIcon } from '@mantine/core';
import { IconAdjustments, IconEye, IconEyeOff, IconUserPlus } from '@tabler/icons-react';
import styles from '../table/command-row.module.css';
import type { CommandSummary } from '../use-library';
import { RowMenu } from './row-menu';
import { type LibraryActions, mayChange } from './use-library-actions';

interface RowActionsProps {
  command: CommandSummary;
  org: { orgId: string; slug: string };
  actions: LibraryActions;
  /** Whether the row has, or had, the pointer or the focus. */
  isNear: boolean;
}

/** Replaces the last column while a row has the pointer or the focus; a menu with all actions is always there. */
export function RowActions({ command, org, actions, isNear }: RowActionsProps) {
  const { name, isHidden, isCopycat } = command;
  return (
    <span className={styles.actions}>
      {isNear && (
        <span className={styles.open} aria-hidden>
          Open
        </span>
      )}
      {isNear && mayChange(command, org.orgId) && (
        <>
          {!isCopycat && (
            <ActionIcon
              title="Configure"
              aria-label={`Configure ${name}`}
              onClick={() => actions.configure(command)}
            >
              <IconAdjustments size={16} stroke={1.75} />
            </ActionIcon>
          )}
          <ActionIcon title="Share" aria-label={`Share ${name}`} onClick={() => actions.share(command)}>
            <IconUserPlus size={16} stroke={1.75} />
          </ActionIcon>
          {!isCopycat && (
            <ActionIcon
              title={isHidden ? 'Restore' : 'Hide for everyone'}
              aria-label={isHidden ? `Restore ${name}` : `Hide ${name} for everyone`}
              onClick={() => void (isHidden ? actions.restore(command) : actions.hide(command))}
            >
              {isHidden ? <IconEye size={16} stroke={1.75} /> : <IconEyeOff size={16} stroke={1.75} />}
            </ActionIcon>
          )}
        </>
      )}
      <RowMenu command={command} org={org} actions={actions} />
    </span>
  );
}
