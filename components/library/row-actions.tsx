'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAdjustments, IconRestore, IconTrash } from '@tabler/icons-react';
import styles from './command-row.module.css';
import { RowMenu } from './row-menu';
import type { CommandSummary } from './use-library';
import { type LibraryActions, mayChange } from './use-library-actions';

interface RowActionsProps {
  command: CommandSummary;
  org: { orgId: string; slug: string };
  actions: LibraryActions;
}

/** What stands in the place of the last column while a row has the pointer or the focus. */
export function RowActions({ command, org, actions }: RowActionsProps) {
  return (
    <span className={styles.actions}>
      <span className={styles.open} aria-hidden>
        Open
      </span>
      {mayChange(command, org.orgId) && (
        <>
          <Tooltip label="Configure">
            <ActionIcon aria-label={`Configure ${command.name}`} onClick={() => actions.configure(command)}>
              <IconAdjustments size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          {command.isHidden ? (
            <Tooltip label="Restore">
              <ActionIcon
                aria-label={`Restore ${command.name}`}
                onClick={() => void actions.restore(command)}
              >
                <IconRestore size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          ) : (
            <Tooltip label="Hide">
              <ActionIcon aria-label={`Hide ${command.name}`} onClick={() => void actions.hide(command)}>
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
      <RowMenu command={command} org={org} actions={actions} />
    </span>
  );
}
