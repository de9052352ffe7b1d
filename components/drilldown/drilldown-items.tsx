'use client';

import { Menu } from '@mantine/core';
import { IconAdjustments, IconEye, IconEyeOff, IconPlayerPlay, IconUserPlus } from '@tabler/icons-react';
import Link from 'next/link';
import type { MemberCommand } from './use-drilldown';
import type { DrilldownActions } from './use-drilldown-actions';

interface DrilldownItemsProps {
  command: MemberCommand;
  path: string;
  mayChange: boolean;
  actions: DrilldownActions;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** All actions on one command, for screens without room for buttons. */
export default function DrilldownItems({ command, path, mayChange, actions }: DrilldownItemsProps) {
  return (
    <>
      <Menu.Item component={Link} href={path} leftSection={<IconPlayerPlay {...icon} />}>
        {command.hasAccess ? 'Open' : 'Request access'}
      </Menu.Item>
      {mayChange && (
        <>
          <Menu.Item leftSection={<IconUserPlus {...icon} />} onClick={() => actions.share(command)}>
            Share
          </Menu.Item>
          <Menu.Item leftSection={<IconAdjustments {...icon} />} onClick={() => actions.configure(command)}>
            Configure
          </Menu.Item>
          {command.isHidden ? (
            <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void actions.restore(command)}>
              Restore
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => void actions.hide(command)}>
              Hide for everyone
            </Menu.Item>
          )}
        </>
      )}
    </>
  );
}
