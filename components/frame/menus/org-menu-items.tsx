'use client';

import { Menu } from '@mantine/core';
import type { FrameOrg } from '../frame-props';
import OrgItems from './org-items';
import { OrgPageItems } from './org-page-items';

export interface OrgMenuItemsProps {
  org: FrameOrg;
  orgs: readonly FrameOrg[];
  offersMore: boolean;
}

/** The administration pages of the current organization, and the other organizations. */
export default function OrgMenuItems({ org, orgs, offersMore }: OrgMenuItemsProps) {
  return (
    <>
      <OrgPageItems org={org} />
      {orgs.length > 1 && (
        <>
          <Menu.Divider />
          <OrgItems org={org} orgs={orgs} offersMore={offersMore} />
        </>
      )}
    </>
  );
}
