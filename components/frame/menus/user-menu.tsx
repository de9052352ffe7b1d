'use client';

import { UnstyledButton } from '@mantine/core';
import { Face } from '@/components/command/people-faces';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { FrameOrg, FramePerson } from '../frame-props';
import styles from './user-menu.module.css';

const userItems = fetchedPart(() => import('./user-items'));

/** The person's name, and what belongs to the person and not to an organization. */
export function UserMenu({ person, org }: { person: FramePerson; org: FrameOrg | null }) {
  return (
    <MenuOnDemand
      width={256}
      items={userItems}
      itemProps={{ person, org }}
      target={
        <UnstyledButton className={styles.target} aria-label={`Your menu, ${person.name}`}>
          <Face person={person} size={24} />
        </UnstyledButton>
      }
    />
  );
}
