'use client';

import { Menu } from '@mantine/core';
import { type MouseEvent, memo, useMemo } from 'react';
import { useDrawn } from '@/components/ui/loading/use-drawn';
import styles from './follow-up-buttons.module.css';
import { type FollowUp, type FollowUpsOn, type ShownRow, useOpening } from './follow-ups';

/** More than these don't fit in the menu; a hundred at once would make the page stop for a moment. */
const DRAWN_AT_ONCE = 16;

interface FollowUpItemsProps {
  followUps: FollowUpsOn;
  onRow: ((followUp: FollowUp) => ShownRow) | null;
}

/** The buttons of a row or an object, as a menu. */
export default function FollowUpItems({ followUps, onRow }: FollowUpItemsProps) {
  const openOn = useOpening();
  const all = useMemo(() => followUps.all(), [followUps]);
  const drawn = useDrawn(all.length, DRAWN_AT_ONCE);
  return (
    <div className={styles.list}>
      {all.slice(0, drawn).map((followUp) => (
        <Item
          key={followUp.id}
          followUp={followUp}
          onClick={(event) => openOn(event, followUp, onRow?.(followUp) ?? null)}
        />
      ))}
    </div>
  );
}

interface ItemProps {
  followUp: FollowUp;
  onClick: (event: MouseEvent) => void;
}

/** Drawn once: the menu is there only while it is open. */
const Item = memo(
  function Item({ followUp, onClick }: ItemProps) {
    return (
      <Menu.Item component="a" href={followUp.addressOf()} onClick={onClick}>
        {followUp.name}
      </Menu.Item>
    );
  },
  (before, after) => before.followUp === after.followUp,
);
