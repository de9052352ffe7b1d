'use client';

import { Box, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** Items of a menu under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {children}
    </Box>
  );
}
