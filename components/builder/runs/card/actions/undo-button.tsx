'use client';

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useParams } from 'next/navigation';
import { asksForTab } from '@/components/result-view/follow-ups/follow-ups';
import type { Run } from '@/components/run-stream/use-run';
import { paths } from '@/lib/base/paths';
import { followUpAddress } from '@/lib/results/follow-ups';
import { undoValues } from '@/lib/results/undo-values';
import { useOpenUndo } from '../../../follow-up/open-follow-up';

interface UndoButtonProps {
  run: Run;
  undo: NonNullable<Run['undo']>;
  /** Whether it ends a line of text. */
  isInText?: boolean;
}

/**
 * Opens the command that takes a run back over its result, filled in, and asks. The server says whether that is offered,
 * and decides again.
 */
export function UndoButton({ run, undo, isInText = false }: UndoButtonProps) {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  const openUndo = useOpenUndo(run);
  if (orgSlug === undefined) return null;
  const builder = paths.builder(decodeURIComponent(orgSlug), undo.commandId);
  const address = followUpAddress(builder, undoValues(undo.maps, run), { runId: run.runId, kind: 'undo' });
  return (
    <Button
      component="a"
      href={address}
      variant={isInText ? 'subtle' : 'default'}
      size={isInText ? 'compact-xs' : 'xs'}
      leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
      aria-label={`Undo: ${undo.name}`}
      title={`Opens “${undo.name}”, filled in from this run, and asks before it runs`}
      onClick={(event) => {
        if (openUndo === null || asksForTab(event)) return;
        event.preventDefault();
        openUndo(address);
      }}
    >
      Undo
    </Button>
  );
}
