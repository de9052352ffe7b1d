'use client';

import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/paths';
import type { FrameOrg } from './who';

/** One menu item for each organisation; the current one has a tick. */
export default function OrgItems({ org, orgs }: { org: FrameOrg | null; orgs: readonly FrameOrg[] }) {
  return orgs.map((each) => (
    <Menu.Item
      key={each.orgId}
      component={Link}
      href={paths.commands(each.slug)}
      aria-current={each.orgId === org?.orgId ? 'true' : undefined}
      rightSection={each.orgId === org?.orgId ? <IconCheck size={16} stroke={1.75} aria-hidden /> : null}
    >
      {each.name}
    </Menu.Item>
  ));
}
