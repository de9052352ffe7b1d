'use client';

import { Menu, UnstyledButton } from '@mantine/core';
import { IconBuilding, IconCheck, IconSelector } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/paths';
import styles from './org-picker.module.css';
import type { FrameOrg } from './who';

interface OrgPickerProps {
  org: FrameOrg;
  orgs: readonly FrameOrg[];
}

/** The organisation one is in, and the others one can go to. With one alone there is nothing to pick. */
export function OrgPicker({ org, orgs }: OrgPickerProps) {
  if (orgs.length < 2) {
    return (
      <span className={styles.name}>
        <IconBuilding size={16} stroke={1.75} aria-hidden />
        {org.name}
      </span>
    );
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.picker} aria-label={`Organisation: ${org.name}`}>
          <IconBuilding size={16} stroke={1.75} aria-hidden />
          <span className={styles.text}>{org.name}</span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <OrgItems org={org} orgs={orgs} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** One menu item for each organisation; the current one has a tick. */
export function OrgItems({ org, orgs }: { org: FrameOrg | null; orgs: readonly FrameOrg[] }) {
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
