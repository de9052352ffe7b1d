'use client';

import { Button } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

/** What is still missing before added commands can run. */
export function AuthMissing({ name, credentialId }: { name: string; credentialId: number }) {
  const panels = useSidePanels();
  return (
    <Notice kind="info" title="HTTP Auth is missing">
      This API requires authentication. Commands that need it cannot run until it is set up.
      <br />
      <Button
        size="xs"
        mt="xs"
        aria-label={`Set up HTTP Auth of ${name}`}
        onClick={() => panels.push({ kind: 'api-auth', credentialId })}
      >
        Set up HTTP Auth
      </Button>
    </Notice>
  );
}
