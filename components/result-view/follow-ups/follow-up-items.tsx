'use client';

import { Menu } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useDrawn } from '@/components/ui/loading/use-drawn';
import styles from './follow-up-buttons.module.css';
import type { FollowUpsOn } from './follow-ups';

/** More than these don't fit in the menu; a hundred at once would make the page stop for a moment. */
const DRAWN_AT_ONCE = 16;

/** The buttons of a row or an object, as a menu. */
export default function FollowUpItems({ followUps }: { followUps: FollowUpsOn }) {
  const all = useMemo(() => followUps.all(), [followUps]);
  const drawn = useDrawn(all.length, DRAWN_AT_ONCE);
  return (
    <div className={styles.list}>
      {all.slice(0, drawn).map(({ id, name, addressOf }) => (
        <Item key={id} name={name} addressOf={addressOf} />
      ))}
    </div>
  );
}

interface ItemProps {
  name: string;
  addressOf: () => string;
}

const Item = memo(function Item({ name, addressOf }: ItemProps) {
  return (
    <Menu.Item component="a" href={addressOf()} target="_blank" rel="noopener">
      {name}
    </Menu.Item>
  );
});
