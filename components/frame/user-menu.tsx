'use client';

import { UnstyledButton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { MenuOnDemand } from '@/components/ui/menu-on-demand';
import { Face } from '@/components/ui/people-faces';
import styles from './user-menu.module.css';
import type { FrameOrg, FramePerson } from './who';

const importItems = () => import('./user-items');
const UserItems = dynamic(importItems);

/** Who one is, and what belongs to the person rather than to an organisation. */
export function UserMenu({ person, org }: { person: FramePerson; org: FrameOrg | null }) {
  return (
    <MenuOnDemand
      width={256}
      prepare={importItems}
      target={
        <UnstyledButton className={styles.target} aria-label={`Your menu, ${person.name}`}>
          <Face person={person} size={24} />
        </UnstyledButton>
      }
    >
      <UserItems person={person} org={org} />
    </MenuOnDemand>
  );
}
