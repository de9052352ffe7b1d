'use client';

import { Menu } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { paths } from '@/lib/base/paths';
import type { FrameOrg } from '../frame-props';
import { MenuGroup } from './menu-group';
import { orgPageGroups } from './org-page-list';
import { orgPagesFor } from './org-pages';
import { PageItem } from './page-item';

export interface OrgMenuItemsProps {
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  /** Whether the person may create another organization. */
  offersMore: boolean;
}

/** The pages about the current organization, in groups; then the person's organizations, if there are several. */
export default function OrgMenuItems({ org, orgs, offersMore }: OrgMenuItemsProps) {
  const pathname = usePathname();
  const pages = org === null ? [] : orgPagesFor(org);
  return (
    <>
      {org !== null &&
        orgPageGroups
          .filter((group) => pages.some((page) => page.group === group))
          .map((group) => (
            <MenuGroup key={group} label={group}>
              {pages
                .filter((page) => page.group === group)
                .map(({ name, path, Icon }) => (
                  <PageItem
                    key={name}
                    href={path(org.slug)}
                    Icon={Icon}
                    current={pathname === path(org.slug) && 'page'}
                  >
                    {name}
                  </PageItem>
                ))}
            </MenuGroup>
          ))}
      {orgs.length > 1 && (
        <MenuGroup label="Switch organization">
          {orgs.map((each) => (
            <Menu.Item
              key={each.orgId}
              component={Link}
              href={paths.home(each.slug)}
              aria-current={each.orgId === org?.orgId ? 'true' : undefined}
              rightSection={
                each.orgId === org?.orgId ? <IconCheck size={16} stroke={1.75} aria-hidden /> : null
              }
            >
              {each.name}
            </Menu.Item>
          ))}
        </MenuGroup>
      )}
      {offersMore && (
        <>
          <Menu.Divider />
          <PageItem href={paths.createOrg} Icon={IconPlus}>
            Create organization
          </PageItem>
        </>
      )}
    </>
  );
}
