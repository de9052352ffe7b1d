'use client';

import { Menu, UnstyledButton } from '@mantine/core';
import { Face } from '@/components/ui/people-faces';
import { UserItems } from './user-items';
import styles from './user-menu.module.css';
import type { FramePerson } from './who';

/** Who one is, and what belongs to the person rather than to an organisation. */
export function UserMenu({ person }: { person: FramePerson }) {
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <UnstyledButton className={styles.target} aria-label={`Your menu, ${person.name}`}>
          <Face person={person} size={24} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <UserItems person={person} />
      </Menu.Dropdown>
    </Menu>
  );
}
