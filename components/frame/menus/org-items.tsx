'use client';

import { Menu } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import type { FrameOrg } from '../frame-props';

interface OrgItemsProps {
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  offersMore: boolean;
}

/** One menu item for each organization, with a checkmark on the current one; then the link to create one. */
export default function OrgItems({ org, orgs, offersMore }: OrgItemsProps) {
  return (
    <>
      {orgs.map((each) => (
        <Menu.Item
          key={each.orgId}
          component={Link}
          href={paths.home(each.slug)}
          aria-current={each.orgId === org?.orgId ? 'true' : undefined}
          rightSection={each.orgId === org?.orgId ? <IconCheck size={16} stroke={1.75} aria-hidden /> : null}
        >
          {each.name}
        </Menu.Item>
      ))}
      {offersMore && (
        <>
          <Menu.Divider />
          <Menu.Item
            component={Link}
            href={paths.createOrg}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          >
            Create new org
          </Menu.Item>
        </>
      )}
    </>
  );
}
