'use client';

import { UnstyledButton } from '@mantine/core';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/fetched-part';
import { MenuOnDemand } from '@/components/ui/menu-on-demand';
import styles from './org-picker.module.css';
import type { FrameOrg } from './who';

const orgItems = fetchedPart(() => import('./org-items'));

interface OrgPickerProps {
  org: FrameOrg;
  orgs: readonly FrameOrg[];
  /** Whether one may make another one. */
  offersMore: boolean;
}

/** The organisation one is in, and the others one can go to. With one alone there is nothing to pick. */
export function OrgPicker({ org, orgs, offersMore }: OrgPickerProps) {
  if (orgs.length < 2) {
    return (
      <span className={styles.name}>
        <IconBuilding size={16} stroke={1.75} aria-hidden />
        {org.name}
      </span>
    );
  }
  return (
    <MenuOnDemand
      width={240}
      items={orgItems}
      itemProps={{ org, orgs, offersMore }}
      target={
        <UnstyledButton className={styles.picker} aria-label={`Organisation: ${org.name}`}>
          <IconBuilding size={16} stroke={1.75} aria-hidden />
          <span className={styles.text}>{org.name}</span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      }
    />
  );
}
