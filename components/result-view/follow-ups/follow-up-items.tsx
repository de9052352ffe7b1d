'use client';

import { Menu } from '@mantine/core';
import styles from './follow-up-buttons.module.css';
import type { FollowUpsOn } from './follow-ups';

/** The buttons of a row or an object, as a menu. */
export default function FollowUpItems({ followUps }: { followUps: FollowUpsOn }) {
  return (
    <div className={styles.list}>
      {followUps.all().map(({ id, name, addressOf }) => (
        <Menu.Item key={id} component="a" href={addressOf()} target="_blank" rel="noopener">
          {name}
        </Menu.Item>
      ))}
    </div>
  );
}
