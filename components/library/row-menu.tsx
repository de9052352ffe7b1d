'use client';

import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconDots,
  IconEyeOff,
  IconFolderSymlink,
  IconPlayerPlay,
  IconRestore,
} from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/paths';
import type { CommandSummary } from './use-library';
import { type LibraryActions, mayChange } from './use-library-actions';

interface RowMenuProps {
  command: CommandSummary;
  org: { orgId: string; slug: string };
  actions: LibraryActions;
}

/** All that can be done with one command, in a menu: on a phone, and beside the row's own buttons. */
export function RowMenu({ command, org, actions }: RowMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${command.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          href={paths.builder(org.slug, command.commandId)}
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
        >
          Go To Command
        </Menu.Item>
        {mayChange(command, org.orgId) && <ChangeItems command={command} actions={actions} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function ChangeItems({ command, actions }: Omit<RowMenuProps, 'org'>) {
  return (
    <>
      <Menu.Item
        leftSection={<IconAdjustments size={16} stroke={1.75} aria-hidden />}
        onClick={() => actions.configure(command)}
      >
        Configure
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFolderSymlink size={16} stroke={1.75} aria-hidden />}
        onClick={() => actions.askWhereTo(command)}
      >
        Move to a folder…
      </Menu.Item>
      <Menu.Divider />
      {command.isHidden ? (
        <Menu.Item
          leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />}
          onClick={() => void actions.restore(command)}
        >
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconEyeOff size={16} stroke={1.75} aria-hidden />}
          onClick={() => void actions.hide(command)}
        >
          Hide
        </Menu.Item>
      )}
    </>
  );
}
