'use client';

import { Button } from '@mantine/core';
import { IconArrowUpRight, IconCopy, IconLink, IconRepeat } from '@tabler/icons-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { SetHttpAuth } from '@/components/builder/header/set-http-auth';
import type { Command } from '@/components/builder/use-command';
import { RunErrorLink } from '@/components/command/run-error-link';
import { RunErrors } from '@/components/result-view/facts/run-errors';
import type { Run } from '@/components/run-stream/use-run';
import { copyText } from '@/components/ui/text/copy-text';
import { paths } from '@/lib/base/paths';
import { isAboutAuth } from '@/lib/runs/run-error';
import { reportOfFailure } from '@/lib/runs/run-error-text';
import { endingMessage } from '@/lib/runs/run-status';
import { fullTime } from '@/lib/runs/run-times';
import { useRunLink } from '../run-link';
import type { ErrorJump } from '../use-follow-ups';
import { valuesLine } from './shown-values';

/** Why a run did not succeed, and ways to pass it on to an engineer. */
export function RunFailure({
  command,
  run,
  isOpened,
  jump,
}: {
  command: Command | null;
  run: Run;
  /** Whether it was started earlier or elsewhere, so that the form on the page has other values. */
  isOpened: boolean;
  jump: ErrorJump | null;
}) {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  const linkTo = useRunLink();
  const isCancelled = run.endReason === 'cancelled';
  // The first error of a canceled run says that it was canceled, as the title does, and what became of its changes.
  const errors = (run.errors ?? []).slice(isCancelled ? 1 : 0);
  const ending = (isCancelled ? run.errors?.[0]?.hint : null) ?? endingMessage(run.endReason);
  const title = titleOf(run, errors.length > 0);
  const report = () =>
    reportOfFailure({
      commandName: run.name,
      runId: run.runId,
      userName: run.userName,
      endedAt: fullTime(run.endedAt ?? run.createdAt),
      title,
      errors,
      values: command === null ? '' : valuesLine(command, run.params ?? {}),
      link: linkTo(run),
    });
  return (
    <RunErrors
      errors={errors}
      title={title}
      tone={isCancelled ? 'none' : 'bad'}
      actions={
        !isCancelled && (
          <>
            {jump !== null && (
              <Button
                component="a"
                href={jump.address}
                target="_blank"
                rel="noopener"
                size="xs"
                leftSection={<IconArrowUpRight size={14} stroke={1.75} aria-hidden />}
              >
                {`Jump to ${jump.name}`}
              </Button>
            )}
            {isOpened && command !== null && orgSlug !== undefined && (
              <Button
                component={Link}
                href={paths.withValuesOf(orgSlug, run.commandId, run.runId)}
                prefetch={false}
                variant="default"
                size="xs"
                leftSection={<IconRepeat size={14} stroke={1.75} aria-hidden />}
                title="Opens the form with these values"
              >
                Change and run again
              </Button>
            )}
            {command !== null && errors.some(isAboutAuth) && <SetHttpAuth command={command} />}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
              onClick={() => void copyText(report(), 'Error copied to clipboard')}
            >
              Copy for an engineer
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
              onClick={() => void copyText(linkTo(run), 'Copied to clipboard!')}
            >
              Copy link to this run
            </Button>
            {command?.role !== 'runner' && run.endReason !== 'refused' && (
              <RunErrorLink orgId={run.orgId} runId={run.runId} />
            )}
          </>
        )
      }
    >
      {(errors.length === 0 && run.resultDeletion === null) || isCancelled ? ending : undefined}
    </RunErrors>
  );
}

/** How the run ended, unless the source's own message says it. */
function titleOf({ endReason, cancelledBy }: Run, hasErrors: boolean): string | null {
  switch (endReason) {
    case 'cancelled':
      return cancelledBy === null ? 'The run was canceled' : `The run was canceled by ${cancelledBy}`;
    case 'timed_out':
      return 'The run timed out';
    case 'worker_lost':
      return 'The run was interrupted';
    case 'refused':
    case 'never_started':
      return 'The run did not start';
    default:
      return hasErrors ? null : 'The command failed';
  }
}
