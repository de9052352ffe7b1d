'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface LinkButtonProps {
  href: string;
  variant?: 'filled' | 'default';
  size?: 'sm' | 'compact-sm';
  leftSection?: ReactNode;
  children: ReactNode;
}

/** A link that looks like a button; pages made on the server can use it too. */
export function LinkButton({
  href,
  variant = 'filled',
  size = 'sm',
  leftSection,
  children,
}: LinkButtonProps) {
  return (
    <Button component={Link} href={href} variant={variant} size={size} leftSection={leftSection}>
      {children}
    </Button>
  );
}
