'use client';

import { Button } from '@mantine/core';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';

interface TakeOverProps {
  /** The job or webhook of another person. */
  of: { name: string; isMine: boolean; owner: { name: string } };
  /** What doesn't change with its owner: `Its times and values`. */
  keeps: string;
  take: { isPending: boolean; mutate: () => void };
}

/** Makes the reader the owner of what runs with another person's rights, so that it doesn't stop with them. */
export function TakeOver({ of: { name, isMine, owner }, keeps, take }: TakeOverProps) {
  if (isMine) return null;
  async function askToTake(): Promise<void> {
    const isSure = await confirm({
      title: `Take over “${name}”?`,
      body: `It then runs with your rights, no longer with those of ${owner.name}. ${keeps} stay as they are.`,
      confirmLabel: 'Take over',
    });
    if (isSure) take.mutate();
  }
  return (
    <Button variant="subtle" size="compact-sm" loading={take.isPending} onClick={() => void askToTake()}>
      Take over
    </Button>
  );
}
