'use client';

import { Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlayerPlay,
  IconUserPlus,
} from '@tabler/icons-react';
import Link from 'next/link';
import { usePins } from '@/components/command/pins/use-pins';
import { paths } from '@/lib/base/paths';
import type { CommandSummary } from '../use-library';
import { type LibraryActions, mayChange } from './use-library-actions';

export interface RowMenuProps {
  command: CommandSummary;
  org: { orgId: string; slug: string };
  actions: LibraryActions;
}

/** All actions on one command. */
export default function RowItems({ command, org, actions }: RowMenuProps) {
  return (
    <>
      <Menu.Item
        component={Link}
        href={paths.builder(org.slug, command.commandId)}
        leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
      >
        Go to command
      </Menu.Item>
      <PinItem command={command} org={org} actions={actions} />
      <Menu.Item
        leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => actions.share(command)}
      >
        {mayChange(command, org.orgId) ? 'Share' : 'Who has it'}
      </Menu.Item>
      {mayChange(command, org.orgId) &&
        (command.isCopycat ? (
          <CopyItems command={command} actions={actions} />
        ) : (
          <ChangeItems command={command} actions={actions} />
        ))}
    </>
  );
}

function PinItem({ command, org, actions }: RowMenuProps) {
  const isPinned = usePins({ org, userId: actions.userId })?.includes(command.commandId) === true;
  const Icon = isPinned ? IconPinnedOff : IconPin;
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => actions.pin(command, !isPinned)}
    >
      {isPinned ? 'Unpin' : 'Pin to Home'}
    </Menu.Item>
  );
}

/** Of a copycat: everything else follows the original. */
function CopyItems({ command, actions }: Omit<RowMenuProps, 'org'>) {
  return (
    <>
      <Menu.Item
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        onClick={() => actions.editCopy(command)}
      >
        Edit copy
      </Menu.Item>
      <MoveItem command={command} actions={actions} />
    </>
  );
}

function MoveItem({ command, actions }: Omit<RowMenuProps, 'org'>) {
  return (
    <Menu.Item
      leftSection={<IconFolderSymlink size={16} stroke={1.75} aria-hidden />}
      onClick={() => actions.askWhereTo(command)}
    >
      Move to a folder…
    </Menu.Item>
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
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        onClick={() => actions.duplicate(command)}
      >
        Duplicate…
      </Menu.Item>
      <MoveItem command={command} actions={actions} />
      <Menu.Divider />
      {command.isHidden ? (
        <Menu.Item
          leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
          onClick={() => void actions.restore(command)}
        >
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconEyeOff size={16} stroke={1.75} aria-hidden />}
          onClick={() => void actions.hide(command)}
        >
          Hide for everyone
        </Menu.Item>
      )}
    </>
  );
}
