'use client';

import { IconChevronDown } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import styles from './follow-up-buttons.module.css';
import type { FollowUpsOn } from './follow-ups';

const itemsPart = fetchedPart(() => import('./follow-up-items'));

interface FollowUpButtonsProps {
  followUps: FollowUpsOn;
  /** What they are about, for screen readers: `row 3`. */
  about: string;
  /** More than these share a menu, so that a hundred cost no more than one. */
  mostShown?: number;
}

/**
 * Buttons that open commands in a new tab, filled in with what they stand on. They are links, and run nothing. They are
 * plain elements, because a grid draws dozens of them while it is scrolled.
 */
export function FollowUpButtons({ followUps, about, mostShown = 1 }: FollowUpButtonsProps) {
  if (followUps.count > mostShown) {
    return (
      <MenuOnDemand
        items={itemsPart}
        itemProps={{ followUps }}
        target={
          <button type="button" className={styles.button} aria-label={`Actions for ${about}`}>
            Actions
            <IconChevronDown size={12} stroke={1.75} aria-hidden />
          </button>
        }
      />
    );
  }
  return followUps.all().map(({ id, name, addressOf }) => (
    <a
      key={id}
      href={addressOf()}
      target="_blank"
      rel="noopener"
      className={styles.button}
      title={name}
      aria-label={`${name}, ${about}, opens in a new tab`}
    >
      <span className={styles.name}>{name}</span>
    </a>
  ));
}
