'use client';

import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** Items of a menu under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may contain groups, and no fieldsets.
    <div role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {children}
    </div>
  );
}
