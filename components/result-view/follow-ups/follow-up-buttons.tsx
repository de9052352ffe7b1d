'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import styles from './follow-up-buttons.module.css';
import type { FollowUp } from './follow-ups';

const itemsPart = fetchedPart(() => import('./follow-up-items'));

interface FollowUpButtonsProps {
  followUps: readonly FollowUp[];
  /** What they are about, for screen readers: `row 3`. */
  about: string;
  /** More than these share a menu, so that a hundred cost no more than one. */
  mostShown?: number;
  size?: NonNullable<ButtonProps['size']>;
}

/** Buttons that open commands in a new tab, filled in with what they stand on. They are links, and run nothing. */
export function FollowUpButtons({
  followUps,
  about,
  mostShown = 1,
  size = 'compact-xs',
}: FollowUpButtonsProps) {
  if (followUps.length > mostShown) {
    return (
      <MenuOnDemand
        items={itemsPart}
        itemProps={{ followUps }}
        target={
          <Button
            variant="default"
            size={size}
            className={styles.button}
            aria-label={`Actions for ${about}`}
            rightSection={<IconChevronDown size={12} stroke={1.75} aria-hidden />}
          >
            Actions
          </Button>
        }
      />
    );
  }
  return followUps.map(({ id, name, addressOf }) => (
    <Button
      key={id}
      component="a"
      href={addressOf()}
      target="_blank"
      rel="noopener"
      variant="default"
      size={size}
      className={styles.button}
      title={name}
      aria-label={`${name}, ${about}, opens in a new tab`}
    >
      {name}
    </Button>
  ));
}
