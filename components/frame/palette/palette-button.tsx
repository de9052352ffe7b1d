'use client';

import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { Keys, useAppleKeys } from '@/components/ui/text/keys';
import type { FrameOrg } from '../frame-props';
import { holdTyping } from './early-typing';
import styles from './palette-button.module.css';

const LABEL = 'Search or jump to…';
const palette = fetchedPart(() => import('./palette'));
const showKeys = () =>
  void import('../show-keys').then(
    (keys) => keys.showKeys(),
    (error: unknown) => toast.failure('The shortcuts could not be loaded', error),
  );

/** Opens the palette: by a press, or ⌘/Ctrl-K from anywhere. `?` lists the shortcuts. */
export function PaletteButton(props: { org: FrameOrg | null; userId: string }) {
  const [isWanted, setWanted] = useState(false);
  const keys = useAppleKeys() ? '⌘K' : 'Ctrl K';
  const open = () => {
    holdTyping();
    if (!isWanted) return setWanted(true);
    void import('./palette-store').then(
      ({ palette: opened }) => opened.open(),
      (error: unknown) => toast.failure('The search could not be loaded', error),
    );
  };
  useHotkeys([['mod+K', open]], []);
  useHotkeys([
    ['shift+?', showKeys],
    ['?', showKeys],
  ]);
  return (
    <>
      <UnstyledButton
        className={styles.box}
        aria-keyshortcuts="Meta+K Control+K"
        onClick={open}
        onPointerEnter={palette.prepare}
        onFocus={palette.prepare}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={styles.text}>{LABEL}</span>
        <Keys>{keys}</Keys>
      </UnstyledButton>
      <ActionIcon className={styles.icon} size={40} aria-label={LABEL} onClick={open}>
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      {isWanted && <Fetched part={palette} props={props} />}
    </>
  );
}
