'use client';

import type { Run } from '@/components/run-stream/use-run';
import { CopyButton } from '@/components/ui/text/copy-button';
import { payloadAsText } from '@/lib/runs/copy-payload';
import { DownloadMenu } from './download-menu';

/** Actions on the result of a finished run. */
export function RunActions({ run }: { run: Run }) {
  const { payload, payloadFormat } = run;
  return (
    <>
      {/* A file is no text; it is downloaded. */}
      {payload !== null && payloadFormat !== 'file' && (
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
