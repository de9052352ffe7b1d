'use client';

import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Keys, useAppleKeys } from '@/components/ui/keys';
import styles from './palette-button.module.css';
import { showKeys } from './show-keys';
import type { FrameOrg } from './who';

const importPalette = () => import('./palette');
const Palette = dynamic(importPalette, { ssr: false });

/** What opens the palette: a press, or ⌘/Ctrl-K from anywhere. `?` lists the shortcuts. */
export function PaletteButton({ org }: { org: FrameOrg | null }) {
  const [isWanted, setWanted] = useState(false);
  const keys = useAppleKeys() ? '⌘K' : 'Ctrl K';
  const open = () => {
    if (isWanted) void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
    else setWanted(true);
  };
  useHotkeys([['mod+K', open]], []);
  useHotkeys([
    ['shift+?', () => void showKeys()],
    ['?', () => void showKeys()],
  ]);
  const prepare = () => void importPalette();
  return (
    <>
      <UnstyledButton
        className={styles.box}
        aria-keyshortcuts="Meta+K Control+K"
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={styles.text}>Search or jump to…</span>
        <Keys>{keys}</Keys>
      </UnstyledButton>
      <ActionIcon className={styles.icon} size={40} aria-label="Search or jump to…" onClick={open}>
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      {isWanted && <Palette org={org} />}
    </>
  );
}
