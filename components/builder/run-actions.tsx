'use client';

import type { Run } from '@/components/run-stream/use-run';
import { CopyButton } from '@/components/ui/copy-button';
import { payloadAsText } from '@/lib/runs/copy-payload';
import { DownloadMenu } from './download-menu';

/** What can be done with the result of a run that has ended. */
export function RunActions({ run }: { run: Run }) {
  const { payload } = run;
  return (
    <>
      {payload !== null && (
        <CopyButton
          label="Copy the result"
          text={() => payloadAsText(payload)}
          told="Results copied to clipboard"
        />
      )}
      <DownloadMenu run={run} />
    </>
  );
}
