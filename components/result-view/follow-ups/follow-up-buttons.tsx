'use client';

import { IconChevronDown } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import styles from './follow-up-buttons.module.css';
import { type FollowUp, type FollowUpsOn, type ShownRow, useOpening } from './follow-ups';

const itemsPart = fetchedPart(() => import('./follow-up-items'));

interface FollowUpButtonsProps {
  followUps: FollowUpsOn;
  /** What they are about, for screen readers: `row 3`. */
  about: string;
  /** The row that they stand on, and its neighbors; null for other places. */
  onRow?: ((followUp: FollowUp) => ShownRow) | null;
  /** More than these share a menu, so that a hundred cost no more than one. */
  mostShown?: number;
  /** Called when one opens its command over the result. */
  onOpened?: () => void;
}

/**
 * Buttons that open commands over the result, filled in with what they stand on. They are links, which can also be opened
 * in a new tab, and run nothing. They are plain elements, because a grid draws dozens of them while it is scrolled.
 */
export function FollowUpButtons({
  followUps,
  about,
  onRow = null,
  mostShown = 1,
  onOpened,
}: FollowUpButtonsProps) {
  const openOn = useOpening();
  if (followUps.count > mostShown) {
    return (
      <MenuOnDemand
        items={itemsPart}
        itemProps={{ followUps, onRow }}
        target={
          <button type="button" className={styles.button} aria-label={`Actions for ${about}`}>
            Actions
            <IconChevronDown size={12} stroke={1.75} aria-hidden />
          </button>
        }
      />
    );
  }
  return followUps.all().map((followUp) => (
    <a
      key={followUp.id}
      href={followUp.addressOf()}
      className={styles.button}
      title={followUp.name}
      aria-label={`${followUp.name}, ${about}`}
      onClick={(event) => {
        openOn(event, followUp, onRow?.(followUp) ?? null);
        onOpened?.();
      }}
    >
      <span className={styles.name}>{followUp.name}</span>
    </a>
  ));
}
