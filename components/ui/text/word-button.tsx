import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface WordButtonProps {
  /** For screen readers, and on hover; has the word in it. */
  label: string;
  word: string;
  icon: ReactNode;
  onClick: () => void;
}

/** A quiet button with an icon and a word. */
export function WordButton({ label, word, icon, onClick }: WordButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      h={32}
      px={8}
      leftSection={icon}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {word}
    </Button>
  );
}
