'use client';

import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import styles from '../library-view.module.css';

const newCommandItems = fetchedPart(() => import('./new-command-items'));

interface NewCommandMenuProps {
  orgId: string;
  label: string;
  /** Whether a phone shows only its icon. */
  isCompact?: boolean;
  /** Whether something else on the page is the first thing to do. */
  isSecondary?: boolean;
}

/** The sources for new commands. */
export function NewCommandMenu({
  orgId,
  label,
  isCompact = false,
  isSecondary = false,
}: NewCommandMenuProps) {
  return (
    <MenuOnDemand
      width={280}
      items={newCommandItems}
      itemProps={{ orgId }}
      target={
        <Button
          className={isCompact ? styles.control : undefined}
          variant={isSecondary ? 'default' : 'filled'}
          aria-label={label}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden />
          <span className={styles.controlWords}>
            {label}
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </span>
        </Button>
      }
    />
  );
}
